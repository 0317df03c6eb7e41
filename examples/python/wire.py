"""The wire of Regente, version 1, with nothing but Python's standard library (3.9 or newer).

`serve(manifest, handlers)` answers GET /health, GET /manifest and POST /execute. The numbers are those of
docs/wire.md. A handler takes (parameters, context) and gives success(...), failure(...) or ask(...).
"""

import base64
import hashlib
import hmac
import json
import math
import os
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

MAX_BODY_BYTES = 1024 * 1024
MAX_DEPTH = 64
RECEIPT_S = 24 * 60 * 60
LEEWAY_S = 60


def success(explanation, result=None):
    return {"status": "success", "explanation": explanation, "result": result, "confidence": 1, "metadata": {}}


def failure(code, explanation):
    return {"status": "failure", "explanation": explanation, "result": None, "confidence": 1, "metadata": {"code": code}}


def ask(explanation, candidates):
    """`candidates`: [{"label": what is shown, **parameters that choosing it means}]"""
    return {**success(explanation, {"candidates": candidates}), "status": "clarification"}


def say(context, portuguese, english):
    return portuguese if context["locale"] == "pt-BR" else english


class Refusal(Exception):
    """A request that gets no answer of a domain: a status and an error body (2.1)."""

    def __init__(self, status, code, message, param=None):
        super().__init__(message)
        self.status = status
        kind = "authentication_error" if status == 401 else "invalid_request_error"
        self.body = {"error": {"message": message, "type": kind, "param": param, "code": code}}


# What a call must look like: a field's name, its check, and whether it may be absent (2.4).
def _text(most):
    return lambda value: isinstance(value, str) and 1 <= len(value) <= most


def _number(value):
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def _object(value):
    return isinstance(value, dict)


CALL = {"intent": (_object, False), "context": (_object, False)}
INTENT = {
    "domain": (_text(64), False),
    "capability": (_text(64), False),
    "parameters": (_object, False),
    "confidence": (lambda value: _number(value) and 0 <= value <= 1, False),
    "original_query": (lambda value: isinstance(value, str), False),
}
CONTEXT = {
    "session_id": (_text(256), False),
    "user_id": (_text(256), False),
    "locale": (lambda value: value in ("pt-BR", "en"), False),
    "timezone": (_text(64), False),
    "run_id": (_text(128), False),
    "step_id": (_text(64), False),
    "attempt": (lambda value: isinstance(value, int) and value >= 1, False),
    "deadline_at": (_number, False),
    "dry_run": (lambda value: isinstance(value, bool), True),
}


def read_call(raw):
    """Bytes as a call, or a Refusal."""

    def no_constant(name):
        raise ValueError(f"{name} is no JSON")

    def number(text):
        value = float(text)
        if math.isinf(value):
            raise ValueError("a number that is too large")
        return value

    try:
        body = json.loads(raw.decode("utf-8"), parse_constant=no_constant, parse_float=number)
        check_keys(body, "", 0)
    except Refusal:
        raise
    except (ValueError, RecursionError):
        raise Refusal(400, "INVALID_JSON", "The body is not JSON in UTF-8")
    if not isinstance(body, dict):
        raise invalid("", "must be an object")
    check_fields(body, CALL, "", True)
    check_fields(body["intent"], INTENT, "intent.", True)
    check_fields(body["context"], CONTEXT, "context.", False)  # 2.5
    return body["intent"], body["context"]


def check_fields(value, fields, prefix, strict):
    for name, (is_right, may_be_absent) in fields.items():
        if name not in value:
            if not may_be_absent:
                raise invalid(prefix + name, "is missing")
        elif not is_right(value[name]):
            raise invalid(prefix + name, "has a value that it cannot have")
    for name in value:
        if strict and name not in fields:
            raise invalid(prefix + name, "is not known")


def check_keys(value, path, depth):
    """2.3 and 2.6."""
    if depth > MAX_DEPTH:
        raise invalid(path, "is nested too deeply")
    if isinstance(value, dict):
        for key, child in value.items():
            place = f"{path}.{key}" if path else key
            if key in ("__proto__", "constructor", "prototype"):
                raise invalid(place, "is a reserved name")
            check_keys(child, place, depth + 1)
    elif isinstance(value, list):
        for at, child in enumerate(value):
            check_keys(child, f"{path}.{at}", depth + 1)


def invalid(param, why):
    return Refusal(400, "INVALID_PAYLOAD", f"{param}: {why}" if param else why, param or None)


TYPES = {
    "string": lambda value: isinstance(value, str),
    "integer": lambda value: _number(value) and float(value).is_integer(),
    "number": _number,
    "boolean": lambda value: isinstance(value, bool),
    "object": lambda value: isinstance(value, dict),
    "array": lambda value: isinstance(value, list),
    "null": lambda value: value is None,
}


def fault_of(schema, value, name="parameters"):
    """What of JSON Schema these manifests use. None, or what is wrong (3.1)."""
    wanted = schema.get("type")
    kinds = [wanted] if isinstance(wanted, str) else wanted or []
    if kinds and not any(TYPES[kind](value) for kind in kinds):
        return f"{name}: wanted {' or '.join(kinds)}"
    if "enum" in schema and value not in schema["enum"]:
        return f"{name}: wanted one of {schema['enum']}"
    if isinstance(value, str) and not schema.get("minLength", 0) <= len(value) <= schema.get("maxLength", len(value)):
        return f"{name}: has the wrong length"
    if _number(value) and not schema.get("minimum", value) <= value <= schema.get("maximum", value):
        return f"{name}: is out of range"
    if isinstance(value, dict):
        properties = schema.get("properties", {})
        for required in schema.get("required", []):
            if required not in value:
                return f"{required}: is missing"
        for key, child in value.items():
            if key in properties:
                fault = fault_of(properties[key], child, key)
                if fault:
                    return fault
            elif schema.get("additionalProperties", "properties" not in schema) is False:
                return f"{key}: is not known"
    return None


def open_token(authorization, key, domain):
    """7.1 and 7.2: the claims of a token, or a Refusal."""
    scheme, _, token = (authorization or "").partition(" ")
    parts = token.split(".")
    if scheme.lower() != "bearer" or len(parts) != 3:
        raise unauthorized("Needs a service token")
    signed = hmac.new(key.encode(), f"{parts[0]}.{parts[1]}".encode(), hashlib.sha256).digest()
    try:
        given, header, claims = decode(parts[2]), json.loads(decode(parts[0])), json.loads(decode(parts[1]))
    except ValueError:
        raise unauthorized("The token cannot be read")
    if header.get("alg") != "HS256" or not hmac.compare_digest(signed, given):
        raise unauthorized("The token is not signed with this domain's key")
    now = time.time()
    times = [claims.get("iat"), claims.get("exp")]
    if not all(_number(each) for each in times) or claims.get("iss") != "regente" or claims.get("aud") != domain:
        raise unauthorized("The token is for another domain, or not of Regente")
    if times[1] < now - LEEWAY_S or times[0] < now - 60 - LEEWAY_S or times[0] > now + LEEWAY_S:
        raise unauthorized("The token is over")
    return claims


def decode(text):
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def unauthorized(message):
    return Refusal(401, "UNAUTHORIZED", message)


class Domain:
    def __init__(self, manifest, handlers, key):
        self.manifest = manifest
        self.handlers = handlers
        self.key = key
        self.text = json.dumps(manifest, ensure_ascii=False, sort_keys=True).encode()
        self.etag = f'"{hashlib.sha256(self.text).hexdigest()}"'
        self.capabilities = {each["capability"]: each for each in manifest["capabilities"]}
        self.lock = threading.Lock()
        # Of a real domain, receipts outlive the process: a file or a database, written before the answer.
        self.receipts = {}
        self.tokens = {}

    def execute(self, raw, headers):
        """The answer, and whether it is a replay."""
        claims = open_token(headers.get("authorization"), self.key, self.manifest["domain"]) if self.key else None
        intent, context = read_call(raw)
        key = headers.get("idempotency-key")
        if intent["domain"] != self.manifest["domain"]:
            raise Refusal(404, "UNKNOWN_DOMAIN", f"This is {self.manifest['domain']}", "intent.domain")
        spec = self.capabilities.get(intent["capability"])
        if spec is None:
            raise Refusal(404, "UNKNOWN_CAPABILITY", "No such capability", "intent.capability")
        if claims is not None:
            self.admit(claims, intent, context, key)
        fault = fault_of(spec.get("params_schema", {}), intent["parameters"])
        if fault:
            return failure("INVALID_PARAMS", say(context, f"Parâmetros inválidos: {fault}.", f"Invalid parameters: {fault}.")), False
        if context["deadline_at"] <= time.time() * 1000:
            return failure("DEADLINE", say(context, "O prazo acabou.", "The deadline has passed.")), False
        handler = self.handlers[intent["capability"]]
        if spec.get("effect") == "read":
            return handler(intent["parameters"], context), False
        if context.get("dry_run"):
            return success(say(context, "Simulação: nada foi feito.", "Dry run: nothing was done.")), False
        # One effect at a time: twins wait for the first (6.3).
        with self.lock:
            return self.once(key, handler, intent, context)

    def once(self, key, handler, intent, context):
        if key is None:
            return handler(intent["parameters"], context), False
        now = time.time()
        self.receipts = {each: kept for each, kept in self.receipts.items() if kept[0] > now - RECEIPT_S}
        call = json.dumps([intent["capability"], intent["parameters"], context["user_id"]], sort_keys=True)
        if key in self.receipts:
            _, known, answer = self.receipts[key]
            if known != call:
                raise Refusal(422, "IDEMPOTENCY_MISMATCH", "This key was used for another call", "Idempotency-Key")
            return answer, True
        answer = handler(intent["parameters"], context)
        if answer["status"] != "clarification":
            self.receipts[key] = (now, call, answer)
        return answer, False

    def admit(self, claims, intent, context, key):
        """7.3 and 7.4."""
        wanted = [context["run_id"], context["step_id"], intent["capability"], context["user_id"]]
        given = [claims.get(name) for name in ("run_id", "step_id", "capability", "sub")]
        if wanted != given or claims.get("idempotency_key", key) != key or "jti" not in claims:
            raise unauthorized("The token is for another call")
        with self.lock:
            now = time.time()
            self.tokens = {jti: until for jti, until in self.tokens.items() if until > now}
            if claims["jti"] in self.tokens:
                raise unauthorized("The token was used already")
            self.tokens[claims["jti"]] = claims["exp"] + LEEWAY_S


def end_with_supervisor():
    """What `regente up` starts has a channel to it, which closes when it is gone."""
    channel = os.environ.get("NODE_CHANNEL_FD")
    if channel is None:
        return

    def wait():
        while os.read(int(channel), 4096):
            pass
        os._exit(0)

    threading.Thread(target=wait, daemon=True).start()


def serve(manifest, handlers, port):
    """Listens until it is told to stop. Without REGENTE_DOMAIN_KEY only on this machine (7.1)."""
    key = os.environ.get("REGENTE_DOMAIN_KEY")
    host = os.environ.get("HOST", "127.0.0.1") if key else "127.0.0.1"
    domain = Domain(manifest, handlers, key)

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_GET(self):
            if self.path == "/health":
                about = {name: manifest[name] for name in ("domain", "version")}
                return self.reply(200, {"status": "ok", **about})
            if self.path != "/manifest":
                return self.refuse(Refusal(404, "NOT_FOUND", "Nothing here"))
            if self.headers.get("if-none-match") == domain.etag:
                return self.reply(304, None, {"etag": domain.etag})
            return self.reply(200, domain.text, {"etag": domain.etag})

        def do_POST(self):
            try:
                if self.path != "/execute":
                    raise Refusal(404, "NOT_FOUND", "Nothing here")
                length = int(self.headers.get("content-length") or 0)
                raw = self.rfile.read(min(length, MAX_BODY_BYTES + 1))
                if length > MAX_BODY_BYTES:
                    self.close_connection = True
                    raise Refusal(413, "TOO_LARGE", f"The body is over {MAX_BODY_BYTES} bytes")
                if self.headers.get_content_type() != "application/json":
                    raise Refusal(415, "UNSUPPORTED_MEDIA_TYPE", "Send content-type: application/json")
                answer, replayed = domain.execute(raw, self.headers)
                self.reply(200, answer, {"idempotency-replayed": "true"} if replayed else {})
            except Refusal as refusal:
                self.refuse(refusal)
            except Exception as error:  # The service itself failed; its log says why (4.1).
                self.log_error("%r", error)
                self.refuse(Refusal(500, "INTERNAL_ERROR", "The service failed; its log says why"))

        def refuse(self, refusal):
            self.reply(refusal.status, refusal.body)

        def reply(self, status, body, headers={}):
            data = b"" if body is None else body if isinstance(body, bytes) else json.dumps(body, ensure_ascii=False).encode()
            self.send_response(status)
            for name, value in headers.items():
                self.send_header(name, value)
            if status != 304:
                self.send_header("content-type", "application/json")
                self.send_header("content-length", str(len(data)))
            self.end_headers()
            self.wfile.write(data)

        def log_request(self, *_args):
            pass

    end_with_supervisor()
    server = ThreadingHTTPServer((host, int(os.environ.get("PORT", port))), Handler)
    print(f"{manifest['domain']} listens on {host}:{server.server_port}", flush=True)
    try:
        server.serve_forever()
    except KeyboardInterrupt:
        pass
