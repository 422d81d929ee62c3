"""The page: ES modules and CSS served as they lie here. It draws states and knows no rule."""
