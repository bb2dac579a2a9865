/** The walks: what a fault is caught by, where no test is named. */
export const PASSEIOS = ['test/caminhada.test.ts']

/** Faults of one file, each in one place of it: by name, the text to replace and its replacement; `testes` must catch them. */
export const em = (arquivo, testes, falhas) =>
  Object.entries(falhas).map(([nome, [de, para]]) => ({ nome, edicoes: [[arquivo, de, para]], testes }))
