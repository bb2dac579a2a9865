// The black-box walk over the calls of money coming in (payment codes, bank movements), from the contract alone, against the
// application started as a person starts it: settings, codes and lists, then what banks' files bring and what is done with it.
import { ADMIN, controlarEmulador, iniciarAplicacao } from './aplicacao.mjs'
import { makeRunner } from './conformance/support.mjs'
import { percorrerCodigos } from './dinheiro/codigos.mjs'
import { percorrerConfiguracao } from './dinheiro/configuracao.mjs'
import { percorrerMovimentos } from './dinheiro/movimentos.mjs'
import { prepararMundo } from './dinheiro/mundo.mjs'
import { percorrerPagamentos } from './dinheiro/pagamentos.mjs'

const aplicacao = await iniciarAplicacao()
const { check, finish } = makeRunner()
const mundo = await prepararMundo(aplicacao.url, ADMIN, { check, controlarEmulador })
// Each builds on those before it.
for (const percorrer of [percorrerConfiguracao, percorrerCodigos, percorrerMovimentos, percorrerPagamentos])
  await percorrer(mundo)
const codigo = finish()
await aplicacao.parar()
if (codigo !== 0) {
  const graves = aplicacao
    .saida()
    .split('\n')
    .filter((linha) => linha.includes('"level":50'))
  console.error(graves.slice(0, 20).join('\n'))
}
process.exit(codigo)
