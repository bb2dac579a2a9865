// Each migration has its own number: two branches that took the same one would merge without a conflict.
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { RAIZ } from './preparar.mjs'

const PASTA = 'src/server/db/migrations'

/** One sentence for each migration whose number an earlier one has. */
export function problemasDasMigracoes() {
  const donas = new Map()
  return readdirSync(join(RAIZ, PASTA))
    .sort()
    .flatMap((nome) => {
      const numero = Number.parseInt(nome, 10)
      const dona = donas.get(numero)
      donas.set(numero, dona ?? nome)
      return dona ? [`${PASTA}/${nome}: o número ${numero} já é de ${dona}; dê o próximo a esta`] : []
    })
}
