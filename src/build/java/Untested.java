import java.util.stream.IntStream;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.SAXException;

/// The rooms in which each branch is taken by a test, or has a reason why none takes it: what
/// plans, chooses a route, converts, or reads what may be hostile.
static final Pattern ROOMS =
    Pattern.compile(
        "io/cleave/(plan|opencl/route(/.*)?|convert|cpu/convert|json|limit|conformance|ir(/.*)?"
            + "|cli/option|file/(npy|npz|safetensors|raw|stored|tensor))");

/// A line some of whose branches no test takes.
///
/// @param place the file and the line as it reads, as reasons are written
record Line(String place, int number, int missed) {}

/// Prints the branches that neither a test takes nor a reason explains, as JaCoCo has counted them,
/// and ends with an exit code of 1 if there are any.
///
/// @param args JaCoCo's report, the reasons, the folder of the sources
void main(String[] args) throws Exception {
  var reasons = new HashSet<>(reasons(Path.of(args[1])));
  var sources = Path.of(args[2]);
  var lines = untested(parse(Path.of(args[0])), sources);
  var open = lines.stream().filter(line -> !reasons.contains(line.place())).toList();
  for (var line : open) {
    IO.println("line %s, %s branches: %s".formatted(line.number(), line.missed(), line.place()));
  }
  var stale = reasons.stream().filter(reason -> !isThere(reason, sources)).sorted().toList();
  stale.forEach(reason -> IO.println("no such line any more: " + reason));
  IO.println(
      "%s branches are not taken by tests, %s of them without a reason"
          .formatted(sum(lines), sum(open)));
  System.exit(open.isEmpty() && stale.isEmpty() ? 0 : 1);
}

int sum(List<Line> lines) {
  return lines.stream().mapToInt(Line::missed).sum();
}

List<Line> untested(Document report, Path sources) throws IOException {
  var lines = new ArrayList<Line>();
  for (var file : elements(report.getElementsByTagName("sourcefile"))) {
    var room = ((Element) file.getParentNode()).getAttribute("name");
    if (ROOMS.matcher(room).matches()) {
      lines.addAll(untested(file, room + "/" + file.getAttribute("name"), sources));
    }
  }
  return lines;
}

List<Line> untested(Element file, String name, Path sources) throws IOException {
  var lines = new ArrayList<Line>();
  var source = Files.readAllLines(sources.resolve(name));
  for (var line : elements(file.getElementsByTagName("line"))) {
    int missed = Integer.parseInt(line.getAttribute("mb"));
    int number = Integer.parseInt(line.getAttribute("nr"));
    if (missed > 0) {
      lines.add(new Line(name + ": " + source.get(number - 1).strip(), number, missed));
    }
  }
  return lines;
}

Document parse(Path file) throws IOException, ParserConfigurationException, SAXException {
  var factory = DocumentBuilderFactory.newInstance();
  factory.setFeature("http://apache.org/xml/features/nonvalidating/load-external-dtd", false);
  return factory.newDocumentBuilder().parse(file.toFile());
}

List<Element> elements(NodeList nodes) {
  return IntStream.range(0, nodes.getLength()).mapToObj(i -> (Element) nodes.item(i)).toList();
}

/// The lines that have a reason, which follows each of them, indented.
List<String> reasons(Path file) throws IOException {
  try (var lines = Files.lines(file)) {
    return lines.filter(line -> !line.startsWith("#") && !line.startsWith(" ")).toList();
  }
}

boolean isThere(String reason, Path sources) {
  int end = reason.indexOf(": ");
  try (var lines = Files.lines(sources.resolve(reason.substring(0, end)))) {
    return lines.anyMatch(line -> line.strip().equals(reason.substring(end + 2)));
  } catch (IOException e) {
    return false;
  }
}
