// Where the numbers of a position lie: fields by name, out of bytes.

export class Layout {
  constructor(data) {
    this.data = data;
    this.state = data.state;
    this.num_actions = data.num_actions;
    this.fault = data.fault;
  }

  /** A field of a position: a number, or lists of them. */
  read(position, name) {
    const field = this.state.fields[name];
    if (!field) throw new RangeError(`A position has no field ${name}.`);
    const numbers = new Int32Array(position.buffer, position.byteOffset, position.byteLength / 4);
    const [first, , , ...shape] = field;
    if (!shape.length) return numbers[first];
    const all = Array.from(numbers.subarray(first, first + shape.reduce((a, b) => a * b)));
    return shape.slice(1).reduceRight((rows, width) => {
      const grouped = [];
      for (let i = 0; i < rows.length; i += width) grouped.push(rows.slice(i, i + width));
      return grouped;
    }, all);
  }

  /** A position with every field at its end: 1 the least, 2 the greatest value it may have. */
  extreme(end) {
    const numbers = new Int32Array(this.state.size / 4);
    for (const field of Object.values(this.state.fields))
      numbers.fill(field[end], field[0], field[0] + field.slice(3).reduce((a, b) => a * b, 1));
    return new Uint8Array(numbers.buffer);
  }

  /** Whether every number of a position lies where its field may lie. */
  allows(numbers) {
    return Object.values(this.state.fields).every(([first, least, most, ...shape]) =>
      numbers.subarray(first, first + shape.reduce((a, b) => a * b, 1)).every((number) => number >= least && number <= most),
    );
  }

  /** All fields of a position by name. */
  fields(position) {
    return Object.fromEntries(Object.keys(this.state.fields).map((name) => [name, this.read(position, name)]));
  }

  /** The notes the last step left, each a code and three numbers. */
  notes(position) {
    return this.read(position, "notes").slice(0, this.read(position, "num_notes"));
  }
}
