import type { Disco } from '#server/armazem/disco.ts'
import { lerSituacaoDasCopias } from '#server/copia/registro.queries.ts'
import type { Db } from '#server/db/schema.ts'
import {
  alertasDaPasta,
  alertasDasAlteracoes,
  alertasDasDevolucoes,
  alertasDeBloqueio,
  alertasDoBanco,
  alertasDoCorreio,
} from './alertas.queries.ts'
import { alertasDeCopia, alertasDeDisco } from './alertas-da-maquina.ts'
import { alertasDoPsp } from './alertas-do-psp.queries.ts'
import { alertasDoWhatsapp } from './alertas-do-whatsapp.queries.ts'
import { alertasDosModelos } from './alertas-dos-modelos.queries.ts'
import { alertasDosWebhooks } from './alertas-dos-webhooks.queries.ts'

/** All that administrators are told of, on their dashboard and by the doctor. `deFora`: the time of day outside, which copies go by. */
export async function buscarTodosOsAlertas(
  db: Db,
  { configurado, agora, deFora, discos }: { configurado: boolean; agora: Date; deFora: Date; discos: readonly Disco[] },
) {
  return [
    ...(await alertasDoBanco(db)),
    ...(await alertasDoWhatsapp(db, configurado, agora)),
    ...(await alertasDosModelos(db)),
    ...(await alertasDasAlteracoes(db)),
    ...(await alertasDoPsp(db, agora)),
    ...(await alertasDasDevolucoes(db)),
    ...(await alertasDaPasta(db, agora)),
    ...(await alertasDoCorreio(db, agora)),
    ...(await alertasDosWebhooks(db, agora)),
    ...(await alertasDeBloqueio(db, agora)),
    ...alertasDeDisco(discos),
    ...alertasDeCopia(await lerSituacaoDasCopias(db), deFora),
  ]
}
