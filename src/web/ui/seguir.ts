/** A draft after something else was saved: what it had not changed since `desde` is as saved now, and the rest is its own. */
export function seguir<T extends object>(rascunho: T, desde: T, salva: T): T {
  const [meu, antes, agora] = [rascunho, desde, salva] as [Campos, Campos, Campos]
  const campos = [...new Set([...Object.keys(agora), ...Object.keys(meu)])]
  const fica = campos.map((campo) => [campo, iguais(meu[campo], antes[campo]) ? agora[campo] : meu[campo]] as const)
  return Object.fromEntries(fica.filter(([, valor]) => valor !== undefined)) as T
}
type Campos = Record<string, unknown>

/** The same of a list: what the draft took away stays away, what it changed or put in is there, and the rest is as saved now. */
export function seguirLista<T>(rascunho: T[], desde: T[], salva: T[], chave: (um: T) => unknown): T[] {
  const porChave = (lista: T[]) => new Map(lista.map((um) => [chave(um), um]))
  const [meus, antes, agora] = [porChave(rascunho), porChave(desde), porChave(salva)]
  const ficam = salva.filter((um) => meus.has(chave(um)) || !antes.has(chave(um)))
  const comoFica = (um: T) => {
    const meu = meus.get(chave(um))
    return meu === undefined || iguais(meu, antes.get(chave(um))) ? um : meu
  }
  const novos = rascunho.filter((um) => !antes.has(chave(um)) && !agora.has(chave(um)))
  return [...ficam.map(comoFica), ...novos]
}

/** The fields that differ, within groups too: what is left out of a change stays as a colleague may have saved it meanwhile. */
export const soOMudado = <T extends object>(antes: T, depois: T): Partial<T> =>
  Object.fromEntries(
    Object.entries(depois)
      .map(([campo, valor]) => [campo, (antes as Campos)[campo], valor] as const)
      .filter(([, era, valor]) => !iguais(era, valor))
      .map(([campo, era, valor]) => [campo, grupo(era) && grupo(valor) ? soOMudado(era, valor) : valor]),
  ) as Partial<T>
const grupo = (valor: unknown): valor is object => typeof valor === 'object' && valor !== null && !Array.isArray(valor)

/** Of what an answer of the API holds. */
export const iguais = (um: unknown, outro: unknown) => JSON.stringify(um) === JSON.stringify(outro)
