package org.rmcast.cli.it;

import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.testcontainers.DockerClientFactory;

/** Asks once whether a Docker engine answers. */
final class EngineCondition implements ExecutionCondition {
    private static final String MISSING =
            "no Docker engine answers; where none runs, \"docker/engine.sh run mvn verify\" starts one (docs/testing.md)";

    @Override
    public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
        return Answer.THERE
                ? ConditionEvaluationResult.enabled("a Docker engine answers")
                : ConditionEvaluationResult.disabled(MISSING);
    }

    private static final class Answer {
        static final boolean THERE = ask();

        private static boolean ask() {
            boolean there = DockerClientFactory.instance().isDockerAvailable();
            if (!there) {
                System.out.println("Tests in containers are skipped: " + MISSING);
            }
            return there;
        }
    }
}
