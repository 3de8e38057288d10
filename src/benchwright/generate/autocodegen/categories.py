"""The categories of AutoCodeBench (arXiv 2508.09101)."""

CATEGORIES = (
    "Language Fundamentals",
    "Functions & Modules",
    "Object-Oriented Programming",
    "Data Structures & Collections",
    "Algorithms & Problem Solving",
    "String & Text Processing",
    "File & I/O Operations",
    "Concurrency & Async Programming",
    "Memory Management & Performance",
    "Error Handling & Debugging",
    "Network Programming & Communication",
    "Database Operations & Persistence",
    "Web Development & Frameworks",
    "Data Science & Analytics",
    "Machine Learning & AI",
    "Systems Programming & Low-level Development",
    "Mobile & Cross-platform Development",
    "Functional Programming",
    "Testing & Quality Assurance",
    "Development Tools & Ecosystem",
)
