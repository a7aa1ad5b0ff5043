/**
 * A picture of data: an SVG with its title and description, a slider that reads it point by point, and its table.
 * Drawn for the width that it has, so that its text stays as large as other text.
 * @module
 */

import { make } from "../element.js";

/** @typedef {import("../element.js").Child} Child */
/** @typedef {Record<string, string | number | null | undefined | false>} Attributes */

/**
 * Makes an element of SVG.
 * @param {string} name
 * @param {Attributes} attributes
 * @param {...(Node | string | false)} children
 * @returns {SVGElement}
 */
export function draw(name, attributes, ...children) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) {
    if (value === false || value === null || value === undefined) continue;
    element.setAttribute(key, typeof value === "number" ? String(Math.round(value * 100) / 100) : value);
  }
  for (const child of children) if (child !== false) element.append(child);
  return element;
}

/**
 * @typedef {object} Table
 * @property {string[]} head
 * @property {() => Child[][]} rows made when someone looks; the first cell names the row
 * @property {boolean} [open] whether it stands open from the start: where it is the key to the picture
 */

/**
 * @typedef {object} Drawing
 * @property {Node[]} shapes
 * @property {readonly { x: number, y: number }[]} [points] where the points are that can be read one by one
 */

/**
 * @typedef {object} Picture
 * @property {string} id unique in the page
 * @property {string} title
 * @property {string} says what it shows, in a sentence
 * @property {number} height
 * @property {(width: number, mirrored: boolean) => Drawing} paint
 * @property {string[]} [readings] what each point says
 * @property {string} [reader] label of the slider
 * @property {boolean} [first] whether the slider begins at the first point, instead of the last
 * @property {Table} [table]
 * @property {string} [tableLabel]
 * @property {Child[]} [below]
 */

/** @param {Table} table @param {string} caption */
export function tableOf({ head, rows }, caption) {
  return make(
    "table",
    {},
    make("caption", { class: "word" }, caption),
    make(
      "thead",
      {},
      make(
        "tr",
        {},
        head.map((it, index) => make("th", { scope: "col", class: index > 0 && "number" }, it)),
      ),
    ),
    make(
      "tbody",
      {},
      rows().map(([name, ...cells]) =>
        make(
          "tr",
          {},
          make("th", { scope: "row" }, name),
          cells.map((cell) => make("td", { class: "number" }, cell)),
        ),
      ),
    ),
  );
}

/**
 * @param {Picture} picture
 * @returns {HTMLElement}
 */
export function figure({ id, title, says, height, paint, readings, reader, first, table, tableLabel, below = [] }) {
  const shapes = draw("g", {});
  const mark = draw("circle", { class: "cursor", r: 6 });
  const svg = draw(
    "svg",
    { class: "picture", role: "img", height, "aria-labelledby": `${id}-title ${id}-says` },
    draw("title", { id: `${id}-title` }, title),
    draw("desc", { id: `${id}-says` }, says),
    shapes,
    mark,
  );
  const output = make("output", { class: "reading", for: `${id}-reader` });
  const slider = make("input", {
    type: "range",
    id: `${id}-reader`,
    min: 0,
    max: Math.max(0, (readings?.length ?? 1) - 1),
    step: 1,
    autocomplete: "off",
    "aria-label": reader,
    input: read,
  });
  slider.value = first ? slider.min : slider.max;
  /** @type {Drawing} */
  let drawing = { shapes: [] };

  function read() {
    const at = slider.valueAsNumber;
    const point = drawing.points?.[at];
    const text = readings?.[at] ?? "";
    output.textContent = text;
    slider.setAttribute("aria-valuetext", text);
    if (!point) return mark.setAttribute("visibility", "hidden");
    mark.setAttribute("visibility", "visible");
    mark.setAttribute("cx", point.x.toFixed(1));
    mark.setAttribute("cy", point.y.toFixed(1));
  }

  let drawn = 0;
  /** @param {number} width */
  function redraw(width) {
    if (!width || width === drawn) return;
    drawn = width;
    drawing = paint(width, document.documentElement.dir === "rtl");
    svg.setAttribute("viewBox", `0 0 ${width} ${height}`);
    shapes.replaceChildren(...drawing.shapes);
    read();
  }
  redraw(600);

  svg.addEventListener("pointermove", (event) => {
    const { points } = drawing;
    if (!readings || !points?.length) return;
    const { left, top } = svg.getBoundingClientRect();
    const x = event.clientX - left;
    const y = event.clientY - top;
    let nearest = 0;
    points.forEach((point, at) => {
      const far = (/** @type {{ x: number, y: number }} */ it) => (it.x - x) ** 2 + ((it.y - y) / 8) ** 2;
      if (far(point) < far(points[nearest])) nearest = at;
    });
    if (slider.valueAsNumber === nearest) return;
    slider.value = String(nearest);
    read();
  });

  const details = table && make("details", { class: "data", open: table.open }, make("summary", {}, tableLabel));
  const fill = () => {
    if (table && details?.open && !details.querySelector("table")) details.append(tableOf(table, title));
  };
  details?.addEventListener("toggle", fill);
  fill();

  const element = make(
    "figure",
    { class: "figure" },
    make("figcaption", {}, make("span", { class: "name" }, title), " ", make("span", { class: "label" }, says)),
    svg,
    readings && readings.length > 1 && make("div", { class: "reader" }, slider, output),
    ...below,
    details,
  );
  // Before the first paint, and whenever the page gets another width.
  new ResizeObserver(() => redraw(Math.round(svg.getBoundingClientRect().width))).observe(svg);
  return element;
}

/**
 * The lines and numbers at the side of a picture.
 * @param {{ values: number[], y: (value: number) => number, label: (value: number) => string, from: number, to: number }} axis
 *   `from` is where the numbers stand
 * @returns {Node[]}
 */
export const grid = ({ values, y, label, from, to }) =>
  values.flatMap((value) => [
    draw("line", { class: "grid", x1: from, x2: to, y1: y(value), y2: y(value) }),
    draw("text", { class: "tick", x: from, y: y(value) - 4 }, label(value)),
  ]);
