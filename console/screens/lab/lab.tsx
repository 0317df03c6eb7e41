export function Lab() { return <p>...</p>; }
