for (const button of document.querySelectorAll("table.sortable th button")) {
  button.addEventListener("click", () => {
    const heading = button.parentElement;
    const body = heading.closest("table").tBodies[0];
    const numeric = heading.classList.contains("number");
    const up = heading.getAttribute("aria-sort") !== "ascending";
    const value = (row) => row.cells[heading.cellIndex].dataset.value;
    const order = (a, b) => (numeric ? a - b : a.localeCompare(b)) * (up ? 1 : -1);
    const rows = [...body.rows].sort((one, other) => {
      const a = value(one), b = value(other);
      return a === "" || b === "" ? (a === "") - (b === "") : order(a, b);
    });
    for (const other of heading.parentElement.cells) other.removeAttribute("aria-sort");
    heading.setAttribute("aria-sort", up ? "ascending" : "descending");
    body.append(...rows);
  });
}
