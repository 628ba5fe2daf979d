package org.rmcast.lab;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.xpath.XPath;
import javax.xml.xpath.XPathConstants;
import javax.xml.xpath.XPathFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.w3c.dom.NodeList;

/** The bill of materials names every module that applications depend on. */
class BomTest {
    /** Nobody depends on these: programs, and the bill itself. */
    private static final Set<String> NO_LIBRARIES = Set.of("rm-bom", "rm-examples", "rm-cli", "rm-lab");

    @Test
    void shouldNameEveryLibraryWithTheVersionOfTheProject() throws Exception {
        List<String> libraries = new ArrayList<>();
        for (String module : texts("../pom.xml", "/project/modules/module")) {
            if (!NO_LIBRARIES.contains(module)) {
                libraries.addAll(texts("../" + module + "/pom.xml", "/project/artifactId"));
            }
        }
        String managed = "/project/dependencyManagement/dependencies/dependency";
        String bom = "../rm-bom/pom.xml";
        assertThat(libraries).hasSizeGreaterThan(5);
        assertThat(texts(bom, managed + "[not(type)]/artifactId")).containsExactlyInAnyOrderElementsOf(libraries);
        assertThat(texts(bom, managed + "/groupId")).containsOnly("org.rmcast");
        assertThat(texts(bom, managed + "/version")).containsOnly("${project.version}");
    }

    private static List<String> texts(String pom, String path) throws Exception {
        Document document = DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(Path.of(pom).toFile());
        XPath xpath = XPathFactory.newInstance().newXPath();
        NodeList nodes = (NodeList) xpath.evaluate(path, document, XPathConstants.NODESET);
        List<String> texts = new ArrayList<>();
        for (int i = 0; i < nodes.getLength(); i++) {
            texts.add(nodes.item(i).getTextContent().strip());
        }
        return texts;
    }
}
