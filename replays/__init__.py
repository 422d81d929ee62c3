"""What a log means: reducer, lineage, chain, dice, patches, sentences. Knows no rules, no SQL, no HTTP."""
