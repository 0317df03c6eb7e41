const WIDTH = 110;
const HEIGHT = 24;
const MOST = 60;

/** The shape of some values, oldest first. */
export function Sparkline({ values, label }: { values: readonly number[]; label: string }) {
  const shown = values.slice(-MOST);
  if (shown.length < 2) return null;
  const most = Math.max(...shown, 1);
  const points = shown.map((value, at) => {
    const x = (at / (shown.length - 1)) * (WIDTH - 4) + 2;
    const y = HEIGHT - 2 - (value / most) * (HEIGHT - 5);
    return `${x.toFixed(1)} ${y.toFixed(1)}`;
  });
  return (
    <svg class="sparkline" width={WIDTH} height={HEIGHT} role="img" aria-label={label}>
      <path d={`M${points.join("L")}`} />
    </svg>
  );
}
