/** What a call names of some settings: those that it omits stay as they are. */
export const semAusentes = <T extends object>(campos: T) =>
  Object.fromEntries(Object.entries(campos).filter(([, valor]) => valor !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>
  }
