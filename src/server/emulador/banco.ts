import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import type { FastifyInstance, FastifyPluginAsync } from 'fastify'
import { sql } from 'kysely'
import type { Recebedor } from '#emulator/pix/nucleo.ts'
import { ProblemaPix } from '#emulator/pix/problema.ts'
import { CLIENTE_PADRAO, criarPsp, RECEBEDOR_PADRAO } from '#emulator/pix/psp.ts'
import { cifrar } from '#server/chaves/cifra.ts'
import type { Db } from '#server/db/schema.ts'
import { SEGREDOS_DO_PSP } from '#server/psp/provedor.ts'
import type { Servicos } from '#server/servicos.ts'
import { DESLIGADO, dePrograma, emVigor, exigirEmVigor, exigirQuemControla, PREFIXO_DO_EMULADOR } from './controles.ts'

const PREFIXO = `${PREFIXO_DO_EMULADOR}/pix`
export const ARQUIVO_DO_BANCO = 'banco-emulado.json'

/**
 * An emulated bank on our own port: the Pix API, and a page to pay as the customers do. It accepts any key as the
 * company's own. The page's calls require whoever may control the emulator. The API's credentials are in the manual: it answers
 * programs of this machine alone, or anybody could read and refund payments, and have this machine call any address.
 */
export async function embutirBanco(
  app: FastifyInstance,
  servicos: Servicos,
  { origem, demonstracao }: { origem: string; demonstracao: boolean },
) {
  const { relogio, pastaDados } = servicos
  const recebedor = await titularDaConta(servicos.db)
  const psp = criarPsp({ relogio, recebedor, arquivo: join(pastaDados, ARQUIVO_DO_BANCO) })
  const pagina: FastifyPluginAsync = async (escopo) => {
    escopo.addHook('onRoute', (rota) => {
      rota.config = { ...rota.config, publica: true } as typeof rota.config
      rota.logLevel = 'warn'
    })
    escopo.addHook('onRequest', async (request) => {
      await exigirEmVigor(servicos)
      if (request.routeOptions.url?.startsWith(`${PREFIXO}/api/`))
        await exigirQuemControla(request, servicos, demonstracao)
    })
    await escopo.register(psp.pagina)
  }
  const api: FastifyPluginAsync = async (escopo) => {
    escopo.addHook('onRequest', async ({ raw }) => {
      if (!dePrograma(raw)) throw new ProblemaPix('AcessoNegado', 'O banco emulado só atende a própria máquina.')
      if (!(await emVigor(servicos))) throw new ProblemaPix('NaoEncontrado', DESLIGADO)
    })
    await escopo.register(psp.plugin)
  }
  await app.register(api, { prefix: `${PREFIXO}/v2` })
  await app.register(pagina, { prefix: PREFIXO })
  await apontarParaBanco(servicos, `${origem}${PREFIXO}/v2`)
  return { fechar: psp.fechar, pagar: (colado: string) => psp.pagarColado(colado) }
}

/** The company itself, once it has said who receives. */
async function titularDaConta(db: Db): Promise<Recebedor> {
  const { cnpj, pix_nome, pix_cidade } = await db
    .selectFrom('recebimento')
    .select(['cnpj', 'pix_nome', 'pix_cidade'])
    .executeTakeFirstOrThrow()
  return {
    ...RECEBEDOR_PADRAO,
    ...(cnpj && { cnpj }),
    ...(pix_nome && { nome: pix_nome }),
    ...(pix_cidade && { cidade: pix_cidade }),
  }
}

/** Updates a company that uses this bank with its current address: the port changes with each start. */
async function apontarParaBanco({ db, chaveSecreta, pix }: Servicos, url: string): Promise<void> {
  const fechar = (valor: string, coluna: keyof typeof SEGREDOS_DO_PSP) =>
    cifrar(chaveSecreta, valor, SEGREDOS_DO_PSP[coluna])
  const segredoDoWebhook = fechar(randomBytes(32).toString('base64url'), 'psp_webhook_segredo_cifrado')
  await db
    .updateTable('recebimento')
    .set({
      psp_base_url: url,
      psp_token_url: `${url}/oauth/token`,
      psp_client_id: CLIENTE_PADRAO.id,
      psp_client_secret_cifrado: fechar(CLIENTE_PADRAO.segredo, 'psp_client_secret_cifrado'),
      psp_webhook_segredo_cifrado: sql`coalesce(psp_webhook_segredo_cifrado, ${segredoDoWebhook})`,
    })
    .where('psp_emulado', '=', true)
    .execute()
  pix.esquecer()
}
