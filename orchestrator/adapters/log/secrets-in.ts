type Environment = Readonly<Record<string, string | undefined>>;

/** Variables whose names say that they hold a secret; other programs' as well, for this process sees them too. */
const SECRET_NAME = /KEY|TOKEN|SECRET|PASSWORD|CREDENTIAL|OTLP_HEADERS/i;
const OPEN_NAME = /^REGENTE_API_KEYS$/;

/** The values of an environment that must never be written down, with the passwords of its addresses. */
export function secretsIn(env: Environment): string[] {
  return Object.entries(env).flatMap(([name, value = ""]) => {
    const password = URL.parse(value)?.password ?? "";
    const secrets = SECRET_NAME.test(name) && !OPEN_NAME.test(name) ? [value] : [];
    return [...secrets, password, decoded(password)].filter((secret) => secret !== "");
  });
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
