/** Paths in a square of 24. What an icon stands for is always said beside it. */
const paths = {
  conversation: "M4 5h16v11H10l-4 4v-4H4Z",
  approvals: "M12 3l7 3v5c0 5-3 8-7 10-4-2-7-5-7-10V6ZM9 12l2 2 4-4",
  schedules: "M5 6h14v14H5ZM5 10h14M9 3v4M15 3v4M12 13v3l2 1",
  runs: "M4 6h6M4 12h11M4 18h8M14 4l4 2-4 2Z",
  domains: "M12 3l8 4.5v9L12 21l-8-4.5v-9ZM4 7.5l8 4.5 8-4.5M12 12v9",
  usage: "M5 20V11M12 20V4M19 20v-7M3 20h18",
  audit: "M7 3h10v18H7ZM10 8h4M10 12h4M10 16h2",
  explain: "M10.5 4a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13ZM15.5 15.5L20 20",
  diff: "M7 6v12M7 9c0 5 10 2 10 7M17 6v2M5 4h4v3H5ZM15 4h4v3h-4ZM15 17h4v3h-4Z",
  quality: "M12 4a8 8 0 1 0 8 8M12 8a4 4 0 1 0 4 4M12 12l8-8",
  settings: "M4 7h9M17 7h3M4 17h3M11 17h9M15 5v4M9 15v4",
  pencil: "M5 19l1-4L16 5l3 3L9 18ZM14 7l3 3",
  plus: "M12 5v14M5 12h14",
  wrong: "M7 4v10M7 5h9l2 6c0 2-1 2-2 2h-4l1 5-2 1-4-5",
} as const;
export type IconName = keyof typeof paths;

export const Icon = ({ name }: { name: IconName }) => (
  <svg class="icon" viewBox="0 0 24 24" aria-hidden="true">
    <path d={paths[name]} />
  </svg>
);
