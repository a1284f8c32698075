// Every visible text of a board as a slanted box around its ink, and what is wrong with it: outside of the picture, outside
// of the panel or card that it stands on, over another text, too small to read. Texts under something drawn later are not seen,
// and what is printed on the ground (gk-ground) may have a piece on it.
(svg) => {
  const TOUCH = 0.5,
    LEAST = 9,
    OPAQUE = 0.5;
  const pen = document.createElement("canvas").getContext("2d");
  const seen = (node) => {
    for (let at = node; at && at !== svg.parentNode; at = at.parentNode) {
      const style = getComputedStyle(at);
      if (style.display === "none" || style.visibility === "hidden" || Number(style.opacity) < 0.1) return false;
    }
    return true;
  };
  const quad = (box, matrix) =>
    [
      [box.x0, box.y0],
      [box.x1, box.y0],
      [box.x1, box.y1],
      [box.x0, box.y1],
    ].map(([x, y]) => ({ x: matrix.a * x + matrix.c * y + matrix.e, y: matrix.b * x + matrix.d * y + matrix.f }));
  const within = (point, corners) =>
    corners.every((a, i) => {
      const b = corners[(i + 1) % 4],
        turn = Math.sign(cross(corners)) || 1;
      return (
        turn * ((b.x - a.x) * (point.y - a.y) - (b.y - a.y) * (point.x - a.x)) >=
        -TOUCH * Math.hypot(b.x - a.x, b.y - a.y)
      );
    });
  const cross = ([a, b, c]) => (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
  const apart = (one, other) =>
    [
      [one, other],
      [other, one],
    ].some(([p, q]) =>
      p.some((a, i) => {
        const b = p[(i + 1) % 4],
          length = Math.hypot(b.x - a.x, b.y - a.y) || 1;
        const normal = { x: (b.y - a.y) / length, y: -(b.x - a.x) / length };
        const along = (points) => points.map((point) => point.x * normal.x + point.y * normal.y);
        const m = along(p),
          n = along(q);
        return Math.max(...m) <= Math.min(...n) + TOUCH || Math.max(...n) <= Math.min(...m) + TOUCH;
      }),
    );
  const between = ([a, b, , d], share) => ({
    x: (a.x + d.x) / 2 + share * (b.x - a.x),
    y: (a.y + d.y) / 2 + share * (b.y - a.y),
  });
  const middle = (corners) => ({ x: (corners[0].x + corners[2].x) / 2, y: (corners[0].y + corners[2].y) / 2 });
  const all = [...svg.querySelectorAll("*")].filter(
    (node) => !node.closest("defs,clipPath,symbol,marker,pattern,desc,title"),
  );
  const order = new Map(all.map((node, number) => [node, number]));
  const rects = all
    .filter((node) => node.tagName === "rect" && seen(node))
    .map((node) => {
      const { x, y, width, height } = node.getBBox(),
        matrix = node.getScreenCTM();
      return { node, area: width * height, corners: quad({ x0: x, y0: y, x1: x + width, y1: y + height }, matrix) };
    })
    .filter((rect) => rect.area > 0);
  const opaque = (style) =>
    style.fill !== "none" &&
    Number(style.fillOpacity) * Number(style.opacity) > OPAQUE &&
    style.visibility !== "hidden";
  const shapes = all.filter(
    (node) => node instanceof SVGGeometryElement && opaque(getComputedStyle(node)) && seen(node),
  );
  const covers = (shape, { x, y }) => {
    const inner = shape.getScreenCTM()?.inverse();
    return inner && shape.isPointInFill(new DOMPoint(x, y).matrixTransform(inner));
  };
  const lines = [];
  for (const node of all.filter((one) => one.tagName === "text")) {
    const words = node.textContent.trim();
    if (!words || !seen(node)) continue;
    const style = getComputedStyle(node),
      matrix = node.getScreenCTM(),
      count = node.getNumberOfChars();
    const from = node.getStartPositionOfChar(0),
      to = node.getEndPositionOfChar(count - 1);
    pen.font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
    const ink = pen.measureText(words);
    const box = {
      x0: Math.min(from.x, to.x),
      x1: Math.max(from.x, to.x),
      y0: from.y - ink.actualBoundingBoxAscent,
      y1: from.y + ink.actualBoundingBoxDescent,
    };
    const corners = quad(box, matrix),
      inside = [0.2, 0.5, 0.8].map((share) => between(corners, share));
    if (shapes.some((shape) => order.get(shape) > order.get(node) && inside.every((point) => covers(shape, point))))
      continue;
    lines.push({ node, words, corners, size: parseFloat(style.fontSize) * Math.hypot(matrix.b, matrix.d) });
  }
  const stoodOn = (ground, piece) => ground.closest(".gk-ground") && piece.closest(".gk-token");
  const wrong = [],
    frame = svg.getBoundingClientRect();
  for (const { node, words, corners, size } of lines) {
    if (
      corners.some(
        ({ x, y }) =>
          x < frame.left - TOUCH || x > frame.right + TOUCH || y < frame.top - TOUCH || y > frame.bottom + TOUCH,
      )
    ) {
      wrong.push(`“${words}” is outside of the picture`);
    }
    if (size < LEAST) wrong.push(`“${words}” is ${size.toFixed(1)} px small`);
    const under = rects
      .filter(
        (rect) =>
          order.get(rect.node) < order.get(node) &&
          rect.node.parentNode.contains(node) &&
          rect.node.parentNode !== svg &&
          within(middle(corners), rect.corners),
      )
      .sort((a, b) => a.area - b.area)[0];
    if (under && !corners.every((corner) => within(corner, under.corners)))
      wrong.push(`“${words}” leaves its frame (${under.node.getAttribute("class") ?? under.node.id})`);
  }
  lines.forEach((one, i) =>
    lines.slice(i + 1).forEach((other) => {
      if (stoodOn(one.node, other.node) || stoodOn(other.node, one.node)) return;
      if (!apart(one.corners, other.corners)) wrong.push(`“${one.words}” and “${other.words}” overlap`);
    }),
  );
  return [lines.length, wrong];
};
