import { Component, type ComponentChild, type ComponentType } from "preact";

/** A part that is drawn again only when one of its values is another one; `ignored` are functions that stay what they do. */
export function whenChanged<P extends object>(
  draw: (props: P) => ComponentChild,
  ignored: readonly (keyof P)[],
): ComponentType<P> {
  return class extends Component<P> {
    override shouldComponentUpdate(next: P): boolean {
      const names = Object.keys(next) as (keyof P)[];
      return names.some(
        (name) => !ignored.includes(name) && next[name] !== (this.props as P)[name],
      );
    }
    override render(): ComponentChild {
      return draw(this.props);
    }
  };
}
