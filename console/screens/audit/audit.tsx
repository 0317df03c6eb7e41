export function Audit() { return <p>...</p>; }
