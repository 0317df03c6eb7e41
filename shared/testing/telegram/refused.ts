const DESCRIPTIONS: Record<number, string> = {
  401: "Unauthorized",
  403: "Forbidden: bot was blocked by the user",
  404: "Not Found",
  500: "Internal Server Error",
  502: "Bad Gateway",
};

/** An error answer, thrown to where it is sent. */
export class Refused extends Error {
  readonly status: number;
  readonly parameters: Record<string, unknown> | undefined;
  constructor(status: number, description?: string, parameters?: Record<string, unknown>) {
    super(description ?? DESCRIPTIONS[status] ?? "Bad Request");
    this.status = status;
    this.parameters = parameters;
  }
}

export const badRequest = (reason: string) => new Refused(400, `Bad Request: ${reason}`);
