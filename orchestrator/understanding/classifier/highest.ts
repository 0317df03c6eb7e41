/** Places of the highest values, highest first. Cost: values x most */
export function highest(values: Float64Array, most: number): number[] {
  const places: number[] = [];
  for (let place = 0; place < values.length; place++) {
    const value = values[place] ?? 0;
    let at = places.length;
    while (at > 0 && value > (values[places[at - 1] ?? 0] ?? 0)) at--;
    if (at >= most) continue;
    places.splice(at, 0, place);
    if (places.length > most) places.pop();
  }
  return places;
}
