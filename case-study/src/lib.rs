//! The payment system, its properties and the experiment of the paper.
