// Proven positions in the browser's database, the newest of them. Without a database nothing is kept.

const [NAME, TABLE] = ["sowfish", "proven"];

/** @typedef {{ position: string, value: number, turn: number[], moves: number[][], time?: number }} ProvenPosition moves: pit, low, high and estimate */

const answered = (request) => new Promise((resolve, reject) => {
  request.onsuccess = () => resolve(request.result);
  request.onerror = () => reject(request.error);
});

export class Archive {
  #database = /** @type {any} */ (null);

  /** @returns {Promise<ProvenPosition[]>} the oldest first; none without a database */
  async load() {
    try {
      const opening = indexedDB.open(NAME, 1);
      opening.onupgradeneeded = () => opening.result.createObjectStore(TABLE, { keyPath: "position" }).createIndex("time", "time");
      this.#database = await answered(opening);
      return await answered(this.#table("readonly").index("time").getAll());
    } catch {
      return [];
    }
  }

  /** @param {ProvenPosition[]} records @param {number} most positions to keep */
  async save(records, most) {
    if (!this.#database) return;
    try {
      const table = this.#table("readwrite");
      for (const record of records) table.put({ ...record, time: Date.now() });
      const surplus = (await answered(table.count())) - most;
      if (surplus <= 0) return;
      const cursor = table.index("time").openCursor();
      let left = surplus;
      cursor.onsuccess = () => {
        if (!cursor.result || left-- <= 0) return;
        cursor.result.delete();
        cursor.result.continue();
      };
    } catch {
      // the storage is full or was cleared: nothing more is kept
    }
  }

  #table(mode) {
    return this.#database.transaction(TABLE, mode).objectStore(TABLE);
  }
}
