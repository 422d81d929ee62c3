"""What `battletape bench` runs: figures as ratios, both sides measured in one run."""
