//! From Java sources and properties to event graphs and decisions.
