export function Diff() { return <p>...</p>; }
