/** For a box that scrolls: it can be reached and moved by the keyboard, and says what it is. */
export const scrollable = (label: string) =>
  ({ tabIndex: 0, role: "region", "aria-label": label }) as const;

/** For a picture that is a button, named by its texts: pressed by a click, by Enter and by the space bar. */
export const pressable = (press: () => void) =>
  ({
    tabIndex: 0,
    role: "button",
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key !== "Enter" && event.key !== " ") return;
      event.preventDefault();
      press();
    },
  }) as const;
