export type WidgetSettings = {
  /** Pages that may show it. */
  origins: readonly string[];
  /** What visitors may do: nobody knows who they are. */
  scopes: readonly string[];
};

export const WIDGET_SCRIPT = "/widget.js";
/** What the script asks for; each POST, so that browsers always say which page asks. */
export const WIDGET_PATHS = ["/v1/widget/say", "/v1/widget/receive", "/v1/widget/forget"] as const;
