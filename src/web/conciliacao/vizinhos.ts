export interface Vizinhos {
  anterior: number | undefined
  proximo: number | undefined
}

/** The last that was open, and where it stood. */
export interface Lugar {
  id: number
  lugar: number
}

/** The neighbours of the open one, or of the last that was; if that left the list, the one in its place comes next. */
export function vizinhosDe(ids: readonly number[], aberto: number | undefined, ultimo: Lugar | undefined): Vizinhos {
  const de = aberto ?? ultimo?.id
  const lugar = de === undefined ? -1 : ids.indexOf(de)
  if (lugar >= 0) return { anterior: ids[lugar - 1], proximo: ids[lugar + 1] }
  const vago = ultimo?.lugar ?? 0
  return { anterior: ids[vago - 1], proximo: ids[vago] }
}
