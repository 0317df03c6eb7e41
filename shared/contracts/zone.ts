/** True for the name of a time zone that this system's own table has: "America/Sao_Paulo", "UTC". */
export function isZone(name: unknown): name is string {
  try {
    return (
      typeof name === "string" && new Intl.DateTimeFormat("en", { timeZone: name }) !== undefined
    );
  } catch {
    return false;
  }
}
