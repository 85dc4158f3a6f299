package io.perfstarter.reporting.plan;

import java.io.IOException;
import java.io.StringReader;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

import javax.xml.parsers.DocumentBuilder;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;

import org.w3c.dom.Element;
import org.w3c.dom.Node;
import org.xml.sax.InputSource;
import org.xml.sax.SAXException;
import org.xml.sax.helpers.DefaultHandler;

/**
 * A node of a query plan. Absent attributes are empty.
 *
 * @param type the type of the node, such as {@code Seq Scan}
 * @param relationship the relationship to the parent node, such as {@code Inner}
 * @param subplan the name of the sub-plan
 * @param schema the schema of the scanned table
 * @param table the scanned table
 * @param alias the alias of the table in the statement
 * @param rows the estimated number of rows
 * @param conditions the conditions on rows, in SQL
 * @param joinFilter the condition on pairs of rows, in SQL
 * @param sortKeys the sort keys, in SQL
 * @param steps the child nodes
 */
record PlanNode(String type, String relationship, String subplan, String schema, String table, String alias,
		double rows, List<String> conditions, String joinFilter, List<String> sortKeys, List<PlanNode> steps) {

	/**
	 * Parses the output of {@code EXPLAIN (VERBOSE, FORMAT XML)}. XML is used because the
	 * JDK includes a parser.
	 * @param xml the plan
	 * @return the root node
	 * @throws IOException if the plan cannot be parsed
	 */
	static PlanNode parse(String xml) throws IOException {
		try {
			DocumentBuilderFactory factory = DocumentBuilderFactory.newDefaultInstance();
			factory.setFeature("http://apache.org/xml/features/disallow-doctype-decl", true);
			DocumentBuilder builder = factory.newDocumentBuilder();
			// The default error handler prints to the console.
			builder.setErrorHandler(new DefaultHandler());
			Element query = child(builder.parse(new InputSource(new StringReader(xml))).getDocumentElement(), "Query");
			return of(child(query, "Plan"));
		}
		catch (SAXException | ParserConfigurationException | NumberFormatException ex) {
			throw new IOException("No plan", ex);
		}
	}

	private static PlanNode of(Element plan) {
		List<String> conditions = Stream.of("Index-Cond", "Recheck-Cond", "Filter")
			.map((name) -> text(plan, name))
			.filter((condition) -> !condition.isEmpty())
			.toList();
		List<String> sortKeys = children(plan, "Sort-Key").flatMap((keys) -> children(keys, "Item"))
			.map(Element::getTextContent)
			.toList();
		List<PlanNode> steps = children(plan, "Plans").flatMap((plans) -> children(plans, "Plan"))
			.map(PlanNode::of)
			.toList();
		String rows = text(plan, "Plan-Rows");
		return new PlanNode(text(plan, "Node-Type"), text(plan, "Parent-Relationship"), text(plan, "Subplan-Name"),
				text(plan, "Schema"), text(plan, "Relation-Name"), text(plan, "Alias"),
				(!rows.isEmpty()) ? Double.parseDouble(rows) : 0, conditions, text(plan, "Join-Filter"), sortKeys,
				steps);
	}

	private static Element child(Element parent, String name) throws IOException {
		return children(parent, name).findFirst().orElseThrow(() -> new IOException("No plan"));
	}

	private static String text(Element parent, String name) {
		return children(parent, name).findFirst().map(Element::getTextContent).orElse("");
	}

	private static Stream<Element> children(Element parent, String name) {
		List<Element> children = new ArrayList<>();
		for (Node node = parent.getFirstChild(); node != null; node = node.getNextSibling()) {
			if (node instanceof Element element && element.getTagName().equals(name)) {
				children.add(element);
			}
		}
		return children.stream();
	}

}
