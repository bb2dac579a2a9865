/*
 * npm run ensaio-do-dono [commit]: what a new owner does in the first days, with the program as cloned, a shell and a Chromium:
 * install, invite a second administrator, require the second factor, connect a program by token, back up, lose the machine,
 * restore on another, check the seals, upgrade. The first machine has the version before the newest migration (or that commit),
 * the last one what is committed here. Needs git, the npm registry, curl, python3 and a Chromium. Screenshots:
 * test-results/dono-*.png.
 */
import { randomBytes } from 'node:crypto'
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { abrirCaixa } from '#emulator/correio/caixa.ts'
import { abrirNavegador } from '../../e2e/navegador.ts'
import { esperar, Programa, segundos } from '../ilhas/programa.ts'
import { git, versaoAnterior } from '../ilhas/versao-anterior.ts'
import {
  ativarSegundoFator,
  convidar,
  entrarSemSegundoFator,
  escolherSenha,
  exigirSegundoFator,
  LIA,
} from './acesso.ts'
import type { Celular } from './celular.ts'
import { exigir } from './exigir.ts'
import { Maquina } from './maquina.ts'
import {
  baixarDossieSelado,
  conferirPrograma,
  conferirSelos,
  criarToken,
  type Dossie,
  escreverPeloPrograma,
  esperarSelo,
} from './provas.ts'
import { type Conta, Navegador } from './telas.ts'

interface Cena {
  pasta: string
  antes: string
  agora: string
  chromium: Browser
  problemas: string[]
  caixa: Awaited<ReturnType<typeof abrirCaixa>>
}

const INICIO = performance.now()

async function passo<T>(nome: string, fazer: () => Promise<T> | T): Promise<T> {
  const comeco = performance.now()
  const feito = await fazer()
  console.log(`✓ ${nome} (${segundos(performance.now() - comeco)})`)
  return feito
}

/** What the owner still has when the machine is gone: passwords, phones, and files elsewhere. */
interface Levado {
  dono: Conta
  celular: Celular
  /** The second administrator's telephone. */
  celularDela: Celular
  token: string
  dossie: Dossie
  /** On another disk. */
  copia: string
}

async function ensaiar(cena: Cena) {
  const { pasta, antes } = cena
  const copias = join(pasta, 'outro-disco')
  mkdirSync(copias)
  const ambiente = {
    DEMO: '0',
    COMPANY_NAME: 'Padaria Pão de Ouro',
    WHATSAPP_EMULATOR: '1',
    SMTP_URL: cena.caixa.url,
    MAIL_FROM: 'Padaria <cobranca@padaria.example>',
    BACKUP_DIR: copias,
    BACKUP_KEY: randomBytes(32).toString('base64'),
  }
  const primeira = new Maquina(pasta, 'primeira', ambiente)
  const levado = await passarPrimeirosDias(cena, primeira)
  await passo('a máquina é destruída', () => primeira.destruir())

  const segunda = new Maquina(pasta, 'segunda', ambiente)
  await passo('em outra máquina, a cópia é restaurada', async () => {
    segunda.clonar(antes)
    const dito = await segunda.shell(`npm run --silent restore -- ${levado.copia}`)
    exigir(dito.includes('Restaurada a cópia de'), 'a cópia não foi restaurada', dito)
  })
  await passo('ela serve', () => segunda.ligar())
  await voltarAoTrabalho(cena, segunda, levado)
  await atualizar(cena, segunda, levado)
}

async function passarPrimeirosDias(
  { pasta, antes, chromium, problemas, caixa }: Cena,
  maquina: Maquina,
): Promise<Levado> {
  const abrir = () => Navegador.abrir(chromium, maquina.url, problemas)
  await passo(`instala-se de um clone, com npm start (${antes.slice(0, 8)})`, async () => {
    maquina.clonar(antes)
    await maquina.ligar()
  })
  const dono = await lerPrimeiroLogin(maquina)
  const navegador = await abrir()
  const celular = await passo('entra-se com a senha que o início mostrou, e o segundo fator é ativado', async () => {
    await navegador.entrar(dono)
    await navegador.foto('primeira-entrada')
    return ativarSegundoFator(navegador)
  })
  await passo('uma segunda administradora é convidada', () => convidar(navegador))
  await passo('o segundo fator passa a ser exigido', () => exigirSegundoFator(navegador))
  const celularDela = await passo(
    'ela escolhe a senha pelo e-mail, entra, e só passa com o segundo fator',
    async () => {
      await escolherSenha(await abrir(), caixa.recebidos)
      const outro = await abrir()
      const dela = await entrarSemSegundoFator(outro)
      await outro.fechar()
      return dela
    },
  )
  const token = await passo(
    'um programa é ligado por um token, e escreve um cliente, uma conta e um pagamento',
    async () => {
      const criado = await criarToken(navegador)
      await escreverPeloPrograma(maquina, criado)
      await navegador.abrirTela('/admin/clientes', 'Clientes')
      await navegador.ver('Padaria Pão de Ouro Ltda', 'o-que-o-programa-escreveu')
      return criado
    },
  )
  const dossie = await passo('o log é selado, e o dossiê do cliente é guardado fora', async () => {
    await esperarSelo(navegador)
    return baixarDossieSelado(navegador, join(pasta, 'antes.json'))
  })
  const copia = await passo('a cópia é feita, com tudo em funcionamento', async () => {
    const dito = await maquina.shell('npm run --silent backup')
    const arquivo = /^Cópia feita em .*: (\S+\.tar\.cifrado) \(/m.exec(dito)?.[1]
    exigir(arquivo, 'a cópia não foi feita', dito)
    return arquivo
  })
  await navegador.fechar()
  return { dono, celular, celularDela, token, dossie, copia }
}

async function voltarAoTrabalho({ pasta, chromium, problemas }: Cena, maquina: Maquina, levado: Levado) {
  const navegador = await Navegador.abrir(chromium, maquina.url, problemas)
  await passo('os dois administradores entram com a senha e o celular de antes', async () => {
    const outro = await Navegador.abrir(chromium, maquina.url, problemas)
    await outro.entrar(LIA, levado.celularDela)
    await outro.fechar()
    await navegador.entrar(levado.dono, levado.celular)
    await navegador.foto('depois-de-restaurar')
  })
  await passo('nada é enviado antes que alguém decida', async () => {
    await navegador.abrirTela('/admin/whatsapp', 'Configuração do WhatsApp')
    await navegador.ver('O que está retido', 'o-que-esta-retido')
    await navegador.botao('Voltar a enviar').click()
    await navegador.pagina.getByText('O envio voltou').waitFor()
  })
  await passo('o programa entra com o token de antes, e nada se repete', () => conferirPrograma(maquina, levado.token))
  await passo('os selos conferem, e continuam o que foi guardado fora', () =>
    conferirSelos(maquina, navegador, levado.dossie, pasta),
  )
  await navegador.fechar()
}

async function atualizar({ pasta, agora, chromium, problemas }: Cena, maquina: Maquina, levado: Levado) {
  await passo(`a versão é trocada pela de agora (${agora.slice(0, 8)}), com npm start`, async () => {
    exigir((await maquina.desligar()) === 0, 'o programa não terminou bem')
    maquina.mudarPara(agora)
    await maquina.ligar()
  })
  const navegador = await Navegador.abrir(chromium, maquina.url, problemas)
  await passo('entra-se na versão nova, tudo está lá, e os selos conferem', async () => {
    await navegador.entrar(levado.dono, levado.celular)
    await conferirPrograma(maquina, levado.token)
    await conferirSelos(maquina, navegador, levado.dossie, pasta)
    await navegador.abrirTela('/admin/saude', 'Saúde do Sistema')
    await navegador.ver(/selado até/i, 'saude-na-versao-nova')
    await navegador.abrirTela('/admin/administradores', 'Administradores')
    await navegador.ver(LIA.nome, 'administradores-na-versao-nova')
  })
  await passo('uma cópia da versão nova é feita, e a sua restauração é ensaiada', async () => {
    await maquina.shell('npm run --silent backup')
    const dito = await maquina.shell('npm run --silent restore -- --ensaio')
    exigir(dito.includes('os selos do log conferem'), 'o ensaio não deu certo', dito)
  })
  exigir((await maquina.desligar()) === 0, 'o programa não terminou bem')
}

async function lerPrimeiroLogin(maquina: Maquina): Promise<Conta> {
  const achar = (forma: RegExp) => forma.exec(maquina.dito())?.[1]
  await esperar('o início diz o login', async () => Boolean(achar(/Senha \(mostrada só agora\): (\S+)/)))
  return { email: achar(/Primeiro administrador: (\S+)/)!, senha: achar(/Senha \(mostrada só agora\): (\S+)/)! }
}

const DE = process.argv[2]
const anterior = versaoAnterior(DE)
if (!anterior) {
  console.error(
    `O ensaio não pode ser feito aqui: o git não tem ${DE ?? 'a versão anterior (um clone raso? git fetch --unshallow)'}.`,
  )
  process.exit(1)
}
const agora = git('rev-parse', 'HEAD')
if (git('status', '--porcelain')) console.log('Atenção: o que não está em um commit fica de fora do ensaio.')
const pasta = mkdtempSync(join(tmpdir(), 'cobranca-dono-'))
chmodSync(pasta, 0o711) // under root, PostgreSQL runs as another user, who must be able to enter
const chromium = await abrirNavegador()
const caixa = await abrirCaixa()
const problemas: string[] = []
try {
  await ensaiar({ pasta, antes: anterior.commit, agora, chromium, problemas, caixa })
  exigir(problemas.length === 0, 'páginas com erros', problemas.join('\n'))
  console.log(`O ensaio do dono deu certo, em ${segundos(performance.now() - INICIO)}.`)
  rmSync(pasta, { recursive: true, force: true })
} catch (erro) {
  for (const contexto of chromium.contexts())
    for (const pagina of contexto.pages())
      await pagina.screenshot({ path: join(pasta, 'falha.png') }).catch(() => undefined)
  console.error(erro, `\nO que cada programa disse, e a última tela, estão em ${pasta}.`)
  process.exitCode = 1
} finally {
  await Programa.fimDeTodos()
  await chromium.close()
  await caixa.fechar()
}
