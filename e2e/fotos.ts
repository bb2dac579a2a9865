import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { createServer } from 'vite'
// @ts-expect-error: plain JavaScript, shared with the conformance runner
import { iniciarAplicacao } from '../test/aplicacao.mjs'
import { abrirPagina, assentar, chamar, type Mundo, type Sessao, sessaoDe } from './mundo.ts'
import { abrirNavegador } from './navegador.ts'
import { TELAS } from './shell.ts'

/*
 * npm run pictures [address]: every screen of the demonstration company at three widths and in both themes, in ./pictures.
 * Without the address of a running application it starts one, at the moment for which the demonstration was written.
 */
const PASTA = join(import.meta.dirname, '..', 'pictures')
const LARGURAS = [1440, 1024, 390]
const ALTURA = 900
const TEMAS = [
  ['', 'light'],
  ['-escuro', 'dark'],
] as const
const LOGINS = {
  admin: { email: 'admin@serraazul.example', senha: 'serra-azul-admin' },
  operador: { email: 'camila@serraazul.example', senha: 'serra-azul-camila' },
}
const MOMENTO = { DEMO: '1', CLOCK_START: '2026-11-24T10:26:00-03:00', ADMIN_EMAIL: '', ADMIN_PASSWORD: '' }

const [endereco] = process.argv.slice(2)
const aplicacao = endereco ? null : await iniciarAplicacao({ ...MOMENTO, LOG_LEVEL: 'warn' })
const url: string = endereco ?? aplicacao.url
const mundo: Mundo = {
  url,
  navegador: await abrirNavegador(),
  problemas: [],
  paginas: [],
  emails: () => [],
  passarPara: async () => undefined,
}
rmSync(PASTA, { recursive: true, force: true })
mkdirSync(PASTA, { recursive: true })
try {
  await tirarComponentes()
  await tirar(await abrirPagina(mundo), ['/login', '/nao-existe'], 'fora')
  for (const papel of ['operador', 'admin'] as const) {
    const sessao = await sessaoDe(mundo, LOGINS[papel])
    const telas = [...TELAS[papel].map(([, um]) => um), ...(await detalhes(papel, sessao))]
    await tirar(await abrirPagina(mundo, sessao, { reducedMotion: 'reduce' }), telas, papel)
  }
} finally {
  await mundo.navegador.close()
  await aplicacao?.parar()
}
console.log(`As fotos estão em ${PASTA}.`)

async function detalhes(papel: keyof typeof TELAS, { token }: Sessao): Promise<string[]> {
  const lista = async (caminho: string) =>
    (await chamar<{ data: { id: number }[] }>(mundo, 'GET', caminho, undefined, token)).data[0]?.id
  if (papel === 'admin')
    return [
      `/admin/clientes?cliente=${await lista('/api/admin/clientes')}`,
      '/admin/mensagens?aba=regua',
      '/admin/mensagens?aba=execucoes',
      '/admin/mensagens?aba=desempenho',
      '/admin/mensagens?aba=empresa',
      '/admin/whatsapp?passos=1',
    ]
  const espera = await lista('/api/operador/clientes/aguardando-atendimento')
  const meu = await lista('/api/operador/clientes/ativos?status=em_atendimento&carteira=minha')
  return [
    `/operador/aguardando-atendimento?cliente=${espera}`,
    `/operador/aguardando-atendimento?cliente=${meu}`,
    `/operador/aguardando-atendimento?cliente=${meu}&painel=negociar`,
    `/operador/aguardando-atendimento?cliente=${meu}&painel=contas`,
    '/operador/contas-receber?importar=xml',
    '/operador/preferencias',
  ]
}

async function tirar(pagina: Page, enderecos: string[], papel: string) {
  for (const um of enderecos) {
    await pagina.goto(um)
    for (const width of LARGURAS) {
      await pagina.setViewportSize({ width, height: width < 500 ? 844 : ALTURA })
      if (papel !== 'fora') await assentar(pagina)
      await pagina.waitForTimeout(400)
      const nome = `${um.slice(1).replaceAll(/[^\w-]+/g, '_')}-${width}`
      for (const [tema, colorScheme] of TEMAS) {
        await pagina.emulateMedia({ colorScheme })
        await pagina.screenshot({ path: join(PASTA, `${nome}${tema}.png`), animations: 'disabled' })
      }
      await pagina.emulateMedia({ colorScheme: 'light' })
    }
  }
}

/** The components in both themes (src/web/componentes), a page that only the development server has. */
async function tirarComponentes() {
  const servidor = await createServer({
    configFile: join(import.meta.dirname, '..', 'vite.config.ts'),
    logLevel: 'warn',
  })
  await servidor.listen(0)
  const [local = ''] = servidor.resolvedUrls?.local ?? []
  const pagina = await mundo.navegador.newPage({ reducedMotion: 'reduce' })
  for (const tema of ['claro', 'escuro'])
    for (const width of LARGURAS) {
      await pagina.setViewportSize({ width, height: ALTURA })
      await pagina.goto(`${local}componentes/?tema=${tema}`)
      await pagina.getByRole('heading', { name: 'Componentes' }).waitFor()
      await pagina.screenshot({ path: join(PASTA, `componentes-${tema}-${width}.png`), fullPage: true })
    }
  await servidor.close()
}
