"""What the lessons of Auf Achse compute and show: journeys as a decision process, the map, contracts, tours."""
