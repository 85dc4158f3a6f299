package io.perfstarter.reporting.explain;

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
 * A step of a plan. What it does not have is empty.
 *
 * @param type what it does, such as {@code Seq Scan}
 * @param relationship what it is to the step above, such as {@code Inner}
 * @param subplan the name of the sub-plan that it is
 * @param schema the schema of the table it reads
 * @param table the table
 * @param alias how the statement calls the table
 * @param rows how many rows it is expected to give
 * @param conditions what rows have to fulfil, each condition in SQL
 * @param joinFilter what pairs of rows have to fulfil, in SQL
 * @param sortKeys by what it sorts, each in SQL
 * @param steps the steps below
 */
record PlanNode(String type, String relationship, String subplan, String schema, String table, String alias,
		double rows, List<String> conditions, String joinFilter, List<String> sortKeys, List<PlanNode> steps) {

	/**
	 * Reads what {@code EXPLAIN (VERBOSE, FORMAT XML)} gives: XML, because the JDK reads
	 * it.
	 * @param xml the plan
	 * @return its uppermost step
	 * @throws IOException if it cannot be read
	 */
	static PlanNode parse(String xml) throws IOException {
		try {
			DocumentBuilderFactory factory = DocumentBuilderFactory.newDefaultInstance();
			factory.setFeature("http://apache.org/xml/features/disallow-doctype-decl", true);
			DocumentBuilder builder = factory.newDocumentBuilder();
			// The default one prints to the console.
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
