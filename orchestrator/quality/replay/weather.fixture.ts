import type { ManifestSource } from "#shared/contracts/manifest.ts";
import { failure, success } from "#shared/domain-kit/answers.ts";
import { type Domain, defineDomain } from "#shared/domain-kit/define-domain.ts";
import { silentLog } from "#shared/domain-kit/log.ts";

const text = { type: "string" as const };
const city = {
  required: true,
  remember: true,
  synonyms: { Recife: ["recife"], Natal: ["natal"] },
  question: { "pt-BR": "Em que cidade?", en: "In which city?" },
};

export const weatherManifest: ManifestSource = {
  manifest_version: "1",
  domain: "weather",
  version: "1.0.0",
  description: { "pt-BR": "O tempo", en: "The weather" },
  goals: [
    {
      goal: "RAIN",
      description: { "pt-BR": "Se vai chover", en: "Whether it rains" },
      capability: "get_rain",
      hints: {
        templates: {
          "pt-BR": ["vai chover [em {city_text}] [{day}]"],
          en: ["will it rain [in {city_text}] [{day}]"],
        },
      },
      entities_schema: { city_text: city, day: { type: "date" } },
    },
    {
      goal: "WIND",
      description: { "pt-BR": "Quanto venta", en: "How windy it is" },
      capability: "get_wind",
      hints: {
        templates: {
          "pt-BR": ["quanto venta [em {city_text}]"],
          en: ["how windy [in {city_text}]"],
        },
      },
      entities_schema: { city_text: city },
    },
  ],
  capabilities: ["get_rain", "get_wind"].map((capability) => ({
    capability,
    effect: "read" as const,
    params_schema: { type: "object" as const, properties: { city_text: text, day: text } },
    result_schema: { type: "object" as const, properties: { mm: { type: "number" as const } } },
  })),
};

/** Reads only, about two cities that it knows and one that it does not. */
export function weatherDomain(calls: string[]): Domain {
  const tell = (what: string) => async (params: Record<string, unknown>) => {
    calls.push(`${what} ${params["city_text"]} ${params["day"] ?? ""}`.trim());
    if (params["city_text"] === "Natal")
      return failure({ code: "NO_STATION", explanation: "Natal não tem estação." });
    return success({ result: { mm: 3 }, explanation: `${what}: ${params["city_text"]}.` });
  };
  return defineDomain(
    weatherManifest,
    { get_rain: tell("chuva"), get_wind: tell("vento") },
    { log: silentLog },
  );
}
