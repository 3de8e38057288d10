"""CodeBenchGen: any function of any repository becomes an evaluation example."""
