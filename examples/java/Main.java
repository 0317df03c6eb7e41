import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.*;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * A garden for each user: `java Main.java` listens on 127.0.0.1:8160 (PORT, HOST, REGENTE_DOMAIN_KEY). Java 17 and its standard
 * library. The domain is Main; Wire is the wire of Regente, version 1, and stays as it is. Numbers are those of docs/wire.md.
 */
public class Main {
  record Plant(long id, String name, String bed) {}

  /** Of each user: nothing of one is shown to another (6.7). */
  static final Map<String, List<Plant>> gardens = new ConcurrentHashMap<>();

  static List<Plant> gardenOf(Map<String, Object> context) {
    return gardens.computeIfAbsent((String) context.get("user_id"), user -> new ArrayList<>(List.of(
        new Plant(1, "basil", "window"), new Plant(2, "white rose", "front"), new Plant(3, "red rose", "back"))));
  }

  public static void main(String[] args) throws Exception {
    // Beside this file, wherever it was started from.
    String own = Arrays.stream(ProcessHandle.current().info().arguments().orElse(new String[0]))
        .filter(each -> each.endsWith("Main.java")).findFirst().orElse("Main.java");
    Path manifest = Path.of(own).toAbsolutePath().resolveSibling("manifest.json");
    Wire.serve(Files.readString(manifest), Map.of(
        "find_plant", Main::findPlant, "list_plants", Main::listPlants,
        "add_plant", Main::addPlant, "remove_plant", Main::removePlant), 8160);
  }

  static Map<String, Object> findPlant(Map<String, Object> parameters, Map<String, Object> context) {
    Number id = (Number) parameters.get("plant_id");
    String said = String.valueOf(parameters.getOrDefault("plant_text", "")).toLowerCase();
    List<Plant> found = gardenOf(context).stream()
        .filter(plant -> id != null ? plant.id == id.longValue() : plant.name.contains(said)).toList();
    if (found.isEmpty())
      return Wire.failure("NOT_FOUND", Wire.say(context, "Essa planta não está no jardim.", "That plant is not in the garden."));
    if (found.size() > 1)
      return Wire.ask(Wire.say(context, "Qual delas?", "Which one?"),
          found.stream().map(plant -> Wire.map("label", plant.name, "plant_id", plant.id)).toList());
    Plant plant = found.get(0);
    return Wire.success(Wire.say(context, plant.name + " fica aqui: " + plant.bed + ".", plant.name + " is in the bed " + plant.bed + "."),
        Wire.map("id", plant.id, "name", plant.name, "bed", plant.bed));
  }

  static Map<String, Object> listPlants(Map<String, Object> parameters, Map<String, Object> context) {
    List<Plant> all = gardenOf(context);
    String names = all.stream().map(Plant::name).collect(Collectors.joining(", "));
    return Wire.success(Wire.say(context, "No jardim: " + names + ".", "In the garden: " + names + "."),
        Wire.map("plants", all.stream().map(Plant::name).toList()));
  }

  static Map<String, Object> addPlant(Map<String, Object> parameters, Map<String, Object> context) {
    List<Plant> all = gardenOf(context);
    Plant plant = new Plant(all.stream().mapToLong(Plant::id).max().orElse(0) + 1, (String) parameters.get("plant_text"), "new");
    all.add(plant);
    return Wire.success(Wire.say(context, "Plantei " + plant.name + ".", "I planted " + plant.name + "."),
        Wire.map("id", plant.id, "name", plant.name));
  }

  static Map<String, Object> removePlant(Map<String, Object> parameters, Map<String, Object> context) {
    long id = ((Number) parameters.get("plant_id")).longValue();
    if (!gardenOf(context).removeIf(plant -> plant.id == id))
      return Wire.failure("NOT_FOUND", Wire.say(context, "Essa planta não está no jardim.", "That plant is not in the garden."));
    return Wire.success(Wire.say(context, "Tirei a planta.", "I took the plant out."), null);
  }
}

interface Handler {
  Map<String, Object> call(Map<String, Object> parameters, Map<String, Object> context) throws Exception;
}

/** A request that gets no answer of a domain: a status and an error body (2.1). */
class Refusal extends RuntimeException {
  final int status;
  final Map<String, Object> body;

  Refusal(int status, String code, String message, String param) {
    super(message);
    this.status = status;
    String type = status == 401 ? "authentication_error" : "invalid_request_error";
    body = Map.of("error", Wire.map("message", message, "type", type, "param", param, "code", code));
  }
}

class Wire {
  static final int MAX_BODY_BYTES = 1024 * 1024;
  static final long RECEIPT_MS = 24L * 60 * 60 * 1000;
  static final long LEEWAY_S = 60;

  record Receipt(long at, String call, Map<String, Object> answer) {}

  record Done(Map<String, Object> answer, boolean replayed) {}

  final Map<String, Object> manifest;
  final Map<String, Handler> handlers;
  final String key;
  final Map<String, Map<String, Object>> capabilities = new HashMap<>();
  /** Of a real domain, receipts outlive the process: a file or a database, written before the answer. */
  final Map<String, Receipt> receipts = new HashMap<>();
  final Map<String, Long> tokens = new HashMap<>();

  Wire(Map<String, Object> manifest, Map<String, Handler> handlers, String key) {
    this.manifest = manifest;
    this.handlers = handlers;
    this.key = key;
    for (Object each : (List<?>) manifest.get("capabilities")) {
      Map<String, Object> spec = object(each);
      capabilities.put((String) spec.get("capability"), spec);
    }
  }

  static Map<String, Object> map(Object... pairs) {
    Map<String, Object> made = new LinkedHashMap<>();
    for (int at = 0; at < pairs.length; at += 2) made.put((String) pairs[at], pairs[at + 1]);
    return made;
  }

  static Map<String, Object> output(String status, String explanation, Object result, Map<String, Object> metadata) {
    return map("status", status, "explanation", explanation, "result", result, "confidence", 1, "metadata", metadata);
  }

  static Map<String, Object> success(String explanation, Object result) {
    return output("success", explanation, result, Map.of());
  }

  static Map<String, Object> failure(String code, String explanation) {
    return output("failure", explanation, null, Map.of("code", code));
  }

  static Map<String, Object> ask(String explanation, List<Map<String, Object>> candidates) {
    return output("clarification", explanation, Map.of("candidates", candidates), Map.of());
  }

  static String say(Map<String, Object> context, String portuguese, String english) {
    return context.get("locale").equals("pt-BR") ? portuguese : english;
  }

  @SuppressWarnings("unchecked")
  static Map<String, Object> object(Object value) {
    return (Map<String, Object>) value;
  }

  static Refusal invalid(String param, String why) {
    return new Refusal(400, "INVALID_PAYLOAD", param.isEmpty() ? why : param + ": " + why, param.isEmpty() ? null : param);
  }

  // What a call must look like (2.4).
  static Predicate<Object> text(int most) {
    return value -> value instanceof String said && !said.isEmpty() && said.length() <= most;
  }

  static final Predicate<Object> OBJECT = Map.class::isInstance, NUMBER = Double.class::isInstance;
  static final Map<String, Predicate<Object>> CALL = Map.of("intent", OBJECT, "context", OBJECT);
  static final Map<String, Predicate<Object>> INTENT = Map.of("domain", text(64), "capability", text(64), "parameters", OBJECT,
      "confidence", value -> value instanceof Double n && n >= 0 && n <= 1, "original_query", String.class::isInstance);
  static final Map<String, Predicate<Object>> CONTEXT = Map.of("session_id", text(256), "user_id", text(256),
      "locale", List.of("pt-BR", "en")::contains, "timezone", text(64), "run_id", text(128), "step_id", text(64),
      "attempt", value -> value instanceof Double n && n >= 1 && n == Math.rint(n), "deadline_at", NUMBER,
      "dry_run", Boolean.class::isInstance);

  static void check(Map<String, Object> value, Map<String, Predicate<Object>> fields, String prefix, boolean strict) {
    for (String name : new TreeSet<>(fields.keySet()))
      if (!value.containsKey(name)) {
        if (!name.equals("dry_run")) throw invalid(prefix + name, "is missing");
      } else if (!fields.get(name).test(value.get(name))) throw invalid(prefix + name, "has a value that it cannot have");
    for (String name : value.keySet())
      if (strict && !fields.containsKey(name)) throw invalid(prefix + name, "is not known");
  }

  /** 2.6 */
  static void checkKeys(Object value, String path) {
    if (value instanceof Map<?, ?> fields)
      fields.forEach((name, child) -> {
        String place = path.isEmpty() ? (String) name : path + "." + name;
        if (List.of("__proto__", "constructor", "prototype").contains(name)) throw invalid(place, "is a reserved name");
        checkKeys(child, place);
      });
    if (value instanceof List<?> items) for (int at = 0; at < items.size(); at++) checkKeys(items.get(at), path + "." + at);
  }

  static final Map<String, Predicate<Object>> TYPES = Map.of("string", String.class::isInstance, "number", NUMBER,
      "integer", value -> value instanceof Double n && n == Math.rint(n), "boolean", Boolean.class::isInstance,
      "object", OBJECT, "array", List.class::isInstance, "null", Objects::isNull);

  /** What of JSON Schema this manifest uses. null, or what is wrong (3.1). */
  static String faultOf(Map<String, Object> schema, Object value, String name) {
    Object wanted = schema.get("type");
    if (wanted instanceof String type && !TYPES.get(type).test(value)) return name + ": wanted " + type;
    if (schema.get("enum") instanceof List<?> values && !values.contains(value)) return name + ": wanted one of " + values;
    if (value instanceof String said && (said.length() < number(schema, "minLength", 0)
        || said.length() > number(schema, "maxLength", Integer.MAX_VALUE))) return name + ": has the wrong length";
    if (value instanceof Double n && (n < number(schema, "minimum", n) || n > number(schema, "maximum", n)))
      return name + ": is out of range";
    if (!(value instanceof Map)) return null;
    Map<String, Object> properties = object(schema.getOrDefault("properties", Map.of()));
    for (Object required : (List<?>) schema.getOrDefault("required", List.of()))
      if (!object(value).containsKey(required)) return required + ": is missing";
    for (Map.Entry<String, Object> each : object(value).entrySet())
      if (properties.containsKey(each.getKey())) {
        String fault = faultOf(object(properties.get(each.getKey())), each.getValue(), each.getKey());
        if (fault != null) return fault;
      } else if (!Boolean.TRUE.equals(schema.get("additionalProperties"))) return each.getKey() + ": is not known";
    return null;
  }

  static double number(Map<String, Object> schema, String name, double otherwise) {
    return schema.get(name) instanceof Double n ? n : otherwise;
  }

  /** 7.1 and 7.2: the claims of a token, or a Refusal. */
  Map<String, Object> claimsOf(String authorization) throws Exception {
    String[] parts = (authorization == null ? "" : authorization).replaceFirst("(?i)^bearer ", "").split("\\.", -1);
    if (parts.length != 3) throw unauthorized("Needs a service token");
    Mac mac = Mac.getInstance("HmacSHA256");
    mac.init(new SecretKeySpec(key.getBytes(StandardCharsets.UTF_8), "HmacSHA256"));
    byte[] signed = mac.doFinal((parts[0] + "." + parts[1]).getBytes(StandardCharsets.UTF_8));
    Map<String, Object> header, claims;
    byte[] given;
    try {
      header = object(Json.read(Base64.getUrlDecoder().decode(parts[0])));
      claims = object(Json.read(Base64.getUrlDecoder().decode(parts[1])));
      given = Base64.getUrlDecoder().decode(parts[2]);
    } catch (IllegalArgumentException | ClassCastException | CharacterCodingException unreadable) {
      throw unauthorized("The token cannot be read");
    }
    if (!"HS256".equals(header.get("alg")) || !MessageDigest.isEqual(signed, given))
      throw unauthorized("The token is not signed with this domain's key");
    double now = System.currentTimeMillis() / 1000.0;
    if (!(claims.get("iat") instanceof Double from) || !(claims.get("exp") instanceof Double until)
        || !"regente".equals(claims.get("iss")) || !manifest.get("domain").equals(claims.get("aud")))
      throw unauthorized("The token is for another domain, or not of Regente");
    if (until < now - LEEWAY_S || from < now - 60 - LEEWAY_S || from > now + LEEWAY_S) throw unauthorized("The token is over");
    return claims;
  }

  static Refusal unauthorized(String message) {
    return new Refusal(401, "UNAUTHORIZED", message, null);
  }

  Done execute(byte[] raw, String authorization, String idempotencyKey) throws Exception {
    Map<String, Object> claims = key == null ? null : claimsOf(authorization);
    Object body;
    try {
      body = Json.read(raw);
    } catch (IllegalArgumentException | CharacterCodingException notJson) {
      throw new Refusal(400, "INVALID_JSON", "The body is not JSON in UTF-8", null);
    }
    checkKeys(body, "");
    if (!(body instanceof Map)) throw invalid("", "must be an object");
    check(object(body), CALL, "", true);
    Map<String, Object> intent = object(object(body).get("intent")), context = object(object(body).get("context"));
    check(intent, INTENT, "intent.", true);
    check(context, CONTEXT, "context.", false); // 2.5
    if (!intent.get("domain").equals(manifest.get("domain")))
      throw new Refusal(404, "UNKNOWN_DOMAIN", "This is " + manifest.get("domain"), "intent.domain");
    Map<String, Object> spec = capabilities.get((String) intent.get("capability"));
    if (spec == null) throw new Refusal(404, "UNKNOWN_CAPABILITY", "No such capability", "intent.capability");
    if (claims != null) admit(claims, intent, context, idempotencyKey);
    Map<String, Object> parameters = object(intent.get("parameters"));
    String fault = faultOf(object(spec.getOrDefault("params_schema", Map.of())), parameters, "parameters");
    if (fault != null)
      return new Done(failure("INVALID_PARAMS", say(context, "Parâmetros inválidos: ", "Invalid parameters: ") + fault), false);
    if ((Double) context.get("deadline_at") <= System.currentTimeMillis())
      return new Done(failure("DEADLINE", say(context, "O prazo acabou.", "The deadline has passed.")), false);
    Handler handler = handlers.get((String) intent.get("capability"));
    if ("read".equals(spec.get("effect"))) return new Done(handler.call(parameters, context), false);
    if (Boolean.TRUE.equals(context.get("dry_run")))
      return new Done(success(say(context, "Simulação: nada foi feito.", "Dry run: nothing was done."), null), false);
    // One effect at a time: twins wait for the first (6.3).
    synchronized (receipts) {
      if (idempotencyKey == null) return new Done(handler.call(parameters, context), false);
      long now = System.currentTimeMillis();
      receipts.values().removeIf(kept -> kept.at < now - RECEIPT_MS);
      String call = Json.write(List.of(intent.get("capability"), new TreeMap<>(parameters), context.get("user_id")));
      Receipt known = receipts.get(idempotencyKey);
      if (known != null && !known.call.equals(call))
        throw new Refusal(422, "IDEMPOTENCY_MISMATCH", "This key was used for another call", "Idempotency-Key");
      if (known != null) return new Done(known.answer, true);
      Map<String, Object> answer = handler.call(parameters, context);
      if (!answer.get("status").equals("clarification")) receipts.put(idempotencyKey, new Receipt(now, call, answer));
      return new Done(answer, false);
    }
  }

  /** 7.3 and 7.4 */
  void admit(Map<String, Object> claims, Map<String, Object> intent, Map<String, Object> context, String idempotencyKey) {
    boolean isForThis = context.get("run_id").equals(claims.get("run_id")) && context.get("step_id").equals(claims.get("step_id"))
        && intent.get("capability").equals(claims.get("capability")) && context.get("user_id").equals(claims.get("sub"))
        && (!claims.containsKey("idempotency_key") || Objects.equals(claims.get("idempotency_key"), idempotencyKey));
    if (!isForThis || !(claims.get("jti") instanceof String jti)) throw unauthorized("The token is for another call");
    synchronized (tokens) {
      long now = System.currentTimeMillis() / 1000;
      tokens.values().removeIf(until -> until < now);
      long until = ((Double) claims.get("exp")).longValue() + LEEWAY_S;
      if (tokens.putIfAbsent(jti, until) != null) throw unauthorized("The token was used already");
    }
  }

  /** Listens until it is told to stop. Without REGENTE_DOMAIN_KEY only on this machine (7.1). */
  static void serve(String manifestText, Map<String, Handler> handlers, int usualPort) throws Exception {
    byte[] text = manifestText.getBytes(StandardCharsets.UTF_8);
    Map<String, Object> manifest = object(Json.read(text));
    String etag = '"' + HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(text)) + '"';
    Map<String, String> env = System.getenv();
    String key = env.get("REGENTE_DOMAIN_KEY");
    String host = key == null ? "127.0.0.1" : env.getOrDefault("HOST", "127.0.0.1");
    int port = Integer.parseInt(env.getOrDefault("PORT", String.valueOf(usualPort)));
    Wire wire = new Wire(manifest, handlers, key);
    HttpServer server = HttpServer.create(new InetSocketAddress(host, port), 0);
    server.setExecutor(Executors.newCachedThreadPool());
    server.createContext("/", exchange -> {
      try (exchange) {
        try {
          wire.answer(exchange, text, etag);
        } catch (Refusal refusal) {
          reply(exchange, refusal.status, Json.write(refusal.body).getBytes(StandardCharsets.UTF_8));
        } catch (Exception error) { // The service itself failed; its log says why (4.1).
          error.printStackTrace();
          Refusal refusal = new Refusal(500, "INTERNAL_ERROR", "The service failed; its log says why", null);
          reply(exchange, 500, Json.write(refusal.body).getBytes(StandardCharsets.UTF_8));
        }
      }
    });
    server.start();
    System.out.println(manifest.get("domain") + " listens on " + host + ":" + port);
    // What `regente up` starts ends with it.
    if (env.containsKey("NODE_CHANNEL_FD"))
      ProcessHandle.current().parent().ifPresent(parent -> parent.onExit().thenRun(() -> System.exit(0)));
  }

  void answer(HttpExchange exchange, byte[] text, String etag) throws Exception {
    String asked = exchange.getRequestMethod() + " " + exchange.getRequestURI().getPath();
    var headers = exchange.getRequestHeaders();
    switch (asked) {
      case "GET /health" -> reply(exchange, 200, Json.write(map("status", "ok", "domain", manifest.get("domain"),
          "version", manifest.get("version"))).getBytes(StandardCharsets.UTF_8));
      case "GET /manifest" -> {
        exchange.getResponseHeaders().set("ETag", etag);
        if (etag.equals(headers.getFirst("If-None-Match"))) exchange.sendResponseHeaders(304, -1);
        else reply(exchange, 200, text);
      }
      case "POST /execute" -> {
        byte[] raw = exchange.getRequestBody().readNBytes(MAX_BODY_BYTES + 1);
        if (raw.length > MAX_BODY_BYTES) throw new Refusal(413, "TOO_LARGE", "The body is over " + MAX_BODY_BYTES + " bytes", null);
        String type = Objects.requireNonNullElse(headers.getFirst("Content-Type"), "").split(";")[0].trim();
        if (!type.equals("application/json"))
          throw new Refusal(415, "UNSUPPORTED_MEDIA_TYPE", "Send content-type: application/json", null);
        Done done = execute(raw, headers.getFirst("Authorization"), headers.getFirst("Idempotency-Key"));
        if (done.replayed) exchange.getResponseHeaders().set("Idempotency-Replayed", "true");
        reply(exchange, 200, Json.write(done.answer).getBytes(StandardCharsets.UTF_8));
      }
      default -> throw new Refusal(404, "NOT_FOUND", "Nothing here", null);
    }
  }

  static void reply(HttpExchange exchange, int status, byte[] body) throws IOException {
    exchange.getResponseHeaders().set("Content-Type", "application/json");
    exchange.sendResponseHeaders(status, body.length);
    exchange.getResponseBody().write(body);
  }
}

/** JSON as maps, lists, texts, Doubles, Booleans and null. */
class Json {
  static final int MAX_DEPTH = 64;
  final String text;
  int at = 0;

  Json(String text) {
    this.text = text;
  }

  /** Errors: IllegalArgumentException, CharacterCodingException (2.3) */
  static Object read(byte[] raw) throws CharacterCodingException {
    var decoder = StandardCharsets.UTF_8.newDecoder().onMalformedInput(CodingErrorAction.REPORT);
    Json json = new Json(decoder.decode(ByteBuffer.wrap(raw)).toString());
    Object value = json.value(0);
    json.space();
    if (json.at < json.text.length()) throw new IllegalArgumentException("more than one JSON text");
    return value;
  }

  char next() {
    if (at >= text.length()) throw new IllegalArgumentException("half a JSON text");
    return text.charAt(at++);
  }

  void space() {
    while (at < text.length() && " \t\r\n".indexOf(text.charAt(at)) >= 0) at++;
  }

  boolean takes(String wanted) {
    space();
    if (!text.startsWith(wanted, at)) return false;
    at += wanted.length();
    return true;
  }

  void must(String wanted) {
    if (!takes(wanted)) throw new IllegalArgumentException("wanted " + wanted);
  }

  Object value(int depth) {
    if (depth > MAX_DEPTH) throw new IllegalArgumentException("nested too deep");
    if (takes("{")) {
      Map<String, Object> fields = new LinkedHashMap<>();
      if (takes("}")) return fields;
      do {
        must("\"");
        String name = string();
        must(":");
        fields.put(name, value(depth + 1));
      } while (takes(","));
      must("}");
      return fields;
    }
    if (takes("[")) {
      List<Object> items = new ArrayList<>();
      if (takes("]")) return items;
      do items.add(value(depth + 1)); while (takes(","));
      must("]");
      return items;
    }
    if (takes("\"")) return string();
    if (takes("true")) return true;
    if (takes("false")) return false;
    if (takes("null")) return null;
    int from = at;
    while (at < text.length() && "+-.eE0123456789".indexOf(text.charAt(at)) >= 0) at++;
    String digits = text.substring(from, at);
    double number = digits.matches("-?(0|[1-9]\\d*)(\\.\\d+)?([eE][+-]?\\d+)?") ? Double.parseDouble(digits) : Double.NaN;
    if (Double.isNaN(number) || Double.isInfinite(number)) throw new IllegalArgumentException("no number");
    return number;
  }

  String string() {
    StringBuilder made = new StringBuilder();
    for (char c = next(); c != '"'; c = next()) {
      if (c < ' ') throw new IllegalArgumentException("a control character");
      if (c != '\\') {
        made.append(c);
        continue;
      }
      char escaped = next();
      int known = "\"\\/bfnrt".indexOf(escaped);
      if (known >= 0) made.append("\"\\/\b\f\n\r\t".charAt(known));
      else if (escaped == 'u' && at + 4 <= text.length()) made.append((char) Integer.parseInt(text.substring(at, at += 4), 16));
      else throw new IllegalArgumentException("an unknown escape");
    }
    return made.toString();
  }

  static String write(Object value) {
    if (value instanceof Map<?, ?> fields)
      return fields.entrySet().stream().map(each -> write(each.getKey()) + ":" + write(each.getValue()))
          .collect(Collectors.joining(",", "{", "}"));
    if (value instanceof List<?> items) return items.stream().map(Json::write).collect(Collectors.joining(",", "[", "]"));
    if (value instanceof Double n && n == Math.rint(n) && Math.abs(n) < 1e15) return String.valueOf(n.longValue());
    if (!(value instanceof String said)) return String.valueOf(value);
    StringBuilder made = new StringBuilder("\"");
    for (char c : said.toCharArray())
      if (c == '"' || c == '\\') made.append('\\').append(c);
      else if (c < ' ') made.append(String.format("\\u%04x", (int) c));
      else made.append(c);
    return made.append('"').toString();
  }
}
