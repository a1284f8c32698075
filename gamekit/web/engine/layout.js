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

  /** Whether every number of a position lies where its field may lie. */
  allows(numbers) {
    return Object.values(this.state.fields).every(([first, least, most, ...shape]) =>
      numbers
        .subarray(first, first + shape.reduce((a, b) => a * b, 1))
        .every((number) => number >= least && number <= most),
    );
  }

  /** The notes the last step left, each a code and three numbers. */
  notes(position) {
    return this.read(position, "notes").slice(0, this.read(position, "num_notes"));
  }
}
