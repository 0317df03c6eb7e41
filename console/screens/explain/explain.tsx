export function Explain() { return <p>...</p>; }
