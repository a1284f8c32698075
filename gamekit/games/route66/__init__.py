"""Route 66 (Wolfgang Riedesser, ASS 1993): race to Los Angeles, then crawl home."""
