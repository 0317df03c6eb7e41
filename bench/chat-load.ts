import type { Load } from "./load.ts";
import { answer } from "./plans.ts";

const CITIES = ["Lisbon", "Porto", "Braga", "Faro", "Coimbra", "Recife", "Natal", "Manaus"];
/** The n-th request in words. */
export const sentence = (n: number) => `what is the weather in ${CITIES[n % CITIES.length]}`;

/** As many clients as that, who ask about the weather as any OpenAI client would. */
export const chatLoad = (url: string, clients: number, ms: number): Load => ({
  url,
  path: "/v1/chat/completions",
  clients,
  ms,
  body: (n) =>
    JSON.stringify({ model: "regente", messages: [{ role: "user", content: sentence(n) }] }),
  isRight: (status, body) =>
    status === 200 && contentOf(body as Completion).includes(answer.explanation),
});

type Completion = { choices?: { message: { content: string } }[] };
const contentOf = ({ choices }: Completion): string => choices?.[0]?.message.content ?? "";
