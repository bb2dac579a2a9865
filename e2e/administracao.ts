import { strict as assert } from 'node:assert'
import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { contaJaFora, eventosSemPrazo, quemFez, sairPeloMenu, umaHoraSo } from './ajustes.ts'
import { avisoDeNovo, tokenSemResposta, tokenSoComTeclas } from './integracoes.ts'
import { texto } from './modelos.ts'
import {
  ADMINISTRADOR,
  abrirPagina,
  assentar,
  fechar,
  garantirPessoas,
  importarClientes,
  type Mundo,
  noEmulador,
  OPERADOR,
  OPERADORA,
  passo,
  type Sessao,
  sessaoDe,
} from './mundo.ts'
import { bloquear, distribuir, donoNoCelular, EDNA, emailRepetido, FABIO, GIL, HILDA, transferir } from './pessoas.ts'
import { regua } from './regua.ts'
import { senhaEsquecida } from './senha.ts'
import { dialogo, dito } from './tela.ts'

/*
 * An administrator's week on the screens: people and their customers, exported lists, a text that Meta must approve, the régua,
 * and WhatsApp stopped by Meta and resumed. Uses its own customers, and restores the régua.
 */
export async function administracao(mundo: Mundo) {
  await garantirPessoas(mundo)
  const operadora = await sessaoDe(mundo, OPERADORA)
  await importarClientes(mundo, operadora, [
    `${EDNA.nome};935.411.347-80;${EDNA.telefone};E-1;700,00;01/12/2026`,
    `${FABIO.nome};746.824.890-70;${FABIO.telefone};F-1;300,00;02/12/2026`,
    `${GIL.nome};318.754.209-32;${GIL.telefone};G-1;200,00;02/12/2026`,
    `${HILDA.nome};604.912.857-01;${HILDA.telefone};H-1;250,00;02/12/2026`,
  ])
  const pagina = await abrirPagina(mundo, await sessaoDe(mundo, ADMINISTRADOR))
  await passo('e-mail repetido: a frase fica no campo, e o que se escreveu também', () => emailRepetido(pagina))
  await passo('clientes escolhidos mudam de dono', () => transferir(pagina))
  await passo('no celular a lista diz inteiro de quem é cada cliente', () => donoNoCelular(pagina))
  await passo('quem não tem dono é distribuído em partes iguais', () => distribuir(pagina))
  await passo('bloquear passa os clientes adiante e encerra a sessão; reativar devolve a entrada', () =>
    bloquear(mundo, pagina),
  )
  await passo('quem esqueceu a senha escolhe outra pelo link do e-mail, e entra com ela', () => senhaEsquecida(mundo))
  await passo('as listas vão embora em CSV, e os registros filtram, abrem e levam ao cliente', () => levar(pagina))
  await passo('o que se abre e fecha não deixa passo: voltar sai da tela', () => historico(pagina))
  await passo('o que a busca achou é dito em voz alta', () => contagem(pagina))
  await passo('um dia que não existe é dito, e o filtro que havia fica', () => intervalo(pagina))
  await passo('a saúde diz também em voz alta o que vai bem, e que um exame novo não veio', () => saude(pagina))
  await passo('uma hora só não vira dia sem contato', () => umaHoraSo(pagina))
  await passo('apagar antes os avisos recebidos é perguntado, e contado na prévia', () =>
    eventosSemPrazo(mundo, pagina),
  )
  await passo('o que outro administrador fez se acha por quem fez, e o novo só se conta da lista à vista', () =>
    quemFez(mundo),
  )
  await passo('conta do WhatsApp gravada depois que se saiu da tela: o endereço de onde se está fica', () =>
    contaJaFora(pagina),
  )
  await passo('no celular, o menu pergunta antes de deixar o que não foi salvo', () => sairPeloMenu(pagina))
  await passo('sem rede, o que não foi aberto não passa por outra lista', () => semRede(pagina))
  await passo(
    'um token nasce e é revogado só com teclas: a senha pedida no meio devolve o foco, e a linha que sai também',
    () => tokenSoComTeclas(pagina),
  )
  await passo('um token cuja resposta se perdeu: a lista já o mostra a quem confere', () => tokenSemResposta(pagina))
  await passo('um aviso que falhou vai de novo só com teclas, e a lista diz quando chegou', () => avisoDeNovo(pagina))
  await passo('um texto novo espera a Meta, é aprovado e testado', () => texto(mundo, pagina))
  await passo('a régua muda, fica, e se desfaz o que não foi salvo', () => regua(pagina))
  await passo('WhatsApp parado pela Meta: todos sabem; conferido, volta', () => parado(mundo, pagina, operadora))
  await fechar(mundo, pagina)
}

async function baixar(pagina: Page): Promise<string[]> {
  const descarga = pagina.waitForEvent('download')
  await pagina.getByRole('button', { name: 'Exportar' }).click()
  await pagina.getByRole('menuitem', { name: /^Baixar planilha/ }).click()
  return readFileSync(await (await descarga).path(), 'utf8')
    .trim()
    .split(/\r?\n/)
}

async function levar(pagina: Page) {
  await pagina.goto('/admin/clientes?busca=98765001')
  await pagina.getByRole('cell', { name: FABIO.nome, exact: true }).waitFor()
  const linhas = await baixar(pagina)
  assert.equal(linhas.length, 3)
  assert(linhas.some((linha) => linha.includes(EDNA.nome) && linha.includes('700,00')))
  await pagina.goto(`/admin/operadores?busca=${encodeURIComponent(OPERADOR.email)}`)
  await pagina.getByRole('link', { name: OPERADOR.nome }).waitFor()
  assert((await baixar(pagina))[1]?.startsWith(`"${OPERADOR.nome}";"${OPERADOR.email}";"Ativo"`))

  await pagina.goto(`/admin/logs?busca=${encodeURIComponent(FABIO.nome)}`)
  await pagina.getByRole('button', { name: 'cliente.transferir' }).first().click()
  await pagina.waitForURL('**/admin/logs?*acao=cliente.transferir*')
  await pagina
    .getByRole('button', { name: /ver o registro inteiro/ })
    .first()
    .click()
  await dialogo(pagina).getByText('(cliente.transferir)').waitFor()
  await pagina.keyboard.press('Escape')
  await pagina.getByRole('link', { name: FABIO.nome }).first().click()
  await pagina.waitForURL('**/admin/clientes?cliente=*')
  await pagina.getByRole('heading', { name: FABIO.nome }).first().waitFor()
}

/** Not what the screen opens with, nor the record opened beside the list. */
async function contagem(pagina: Page) {
  await pagina.goto('/admin/clientes')
  const dito = pagina.getByRole('region', { name: 'Clientes' }).getByRole('status')
  await pagina.getByRole('searchbox').fill(EDNA.nome)
  await dito.getByText('1–1 de 1', { exact: true }).waitFor()
  await pagina.getByRole('searchbox').fill(`${EDNA.nome} Nenhuma`)
  await dito.getByText('Nenhum resultado', { exact: true }).waitFor()
}

/** Opening and closing records, switching between them, starting and leaving steps: "back" leaves the screen each time. */
async function historico(pagina: Page) {
  const painel = pagina.getByRole('complementary')
  const voltarSai = async () => {
    await pagina.goBack()
    await pagina.waitForURL('**/admin/logs')
  }
  await pagina.goto('/admin/logs')
  await pagina.goto('/admin/clientes?busca=98765001')
  for (const { nome } of [EDNA, FABIO]) {
    await pagina.getByRole('link', { name: nome, exact: true }).click()
    await painel.getByRole('heading', { name: nome }).first().waitFor()
  }
  await painel.getByRole('button', { name: 'Fechar' }).click()
  await painel.getByRole('heading').first().waitFor({ state: 'detached' })
  assert.equal(new URL(pagina.url()).search, '?busca=98765001')
  await voltarSai()

  await pagina.goto('/admin/operadores')
  await pagina.getByRole('link', { name: OPERADOR.nome }).click()
  const aberto = pagina.url()
  await painel.getByRole('heading', { name: OPERADOR.nome }).waitFor()
  await painel.getByRole('button', { name: 'Fechar' }).click()
  await painel.getByRole('heading').first().waitFor({ state: 'detached' })
  await voltarSai()
  // Opened by a link: closing stays on the screen.
  await pagina.goto(aberto)
  await painel.getByRole('button', { name: 'Fechar' }).click()
  await pagina.waitForURL('**/admin/operadores')
  await voltarSai()

  await pagina.goto('/admin/whatsapp')
  await pagina.getByRole('button', { name: 'Ligar o WhatsApp da empresa' }).click()
  await oQueSeDigitaFica(pagina)
  await pagina.getByRole('button', { name: 'Continuar depois' }).click()
  await pagina.getByRole('button', { name: 'Ligar o WhatsApp da empresa' }).waitFor()
  await voltarSai()
}

/** What was typed to connect the account is kept after another step, after leaving and, except for secrets, after a reload. */
async function oQueSeDigitaFica(pagina: Page) {
  const numero = pagina.getByLabel('ID do número de telefone')
  const token = pagina.getByLabel('Token de acesso')
  await numero.fill('1234567890')
  await token.fill('EAAG-segredo')
  await pagina.getByRole('button', { name: 'Abrir o passo Webhook' }).click()
  await numero.waitFor({ state: 'detached' })
  // Without an account there is nothing to do in the later steps.
  assert.equal(await pagina.getByRole('button', { name: 'Verificar de novo' }).count(), 0)
  await pagina.getByRole('button', { name: 'Ir para o passo 1' }).click()
  assert.deepEqual([await numero.inputValue(), await token.inputValue()], ['1234567890', 'EAAG-segredo'])
  await pagina.getByRole('button', { name: 'Continuar depois' }).click()
  await pagina.getByRole('button', { name: 'Ligar o WhatsApp da empresa' }).click()
  assert.deepEqual([await numero.inputValue(), await token.inputValue()], ['1234567890', 'EAAG-segredo'])
  const guardado = await pagina.evaluate<string>('JSON.stringify({ ...sessionStorage, ...localStorage })')
  assert.ok(!guardado.includes('EAAG'))
  await pagina.reload()
  assert.deepEqual([await numero.inputValue(), await token.inputValue()], ['1234567890', ''])
}

async function intervalo(pagina: Page) {
  await pagina.goto('/admin/promessas?de=2026-11-01')
  await pagina.getByRole('button', { name: /^Paga até: desde/ }).click()
  await pagina.getByLabel('De', { exact: true }).fill('31/02/2026')
  await pagina.keyboard.press('Enter')
  await pagina.getByText('Escreva um dia que exista').waitFor()
  await pagina.getByLabel('De', { exact: true }).fill('28/02/2026')
  await pagina.keyboard.press('Enter')
  await pagina.waitForURL('**/promessas?de=2026-02-28')
}

async function saude(pagina: Page) {
  await pagina.goto('/admin/saude')
  // The kind of each finding is announced to screen readers too.
  await pagina.getByRole('list', { name: 'O que foi examinado' }).getByRole('img', { name: 'Bem' }).first().waitFor()
  await pagina.route('**/api/admin/saude', (rota) =>
    rota.fulfill({ status: 422, json: { message: 'O disco não respondeu.' } }),
  )
  await pagina.getByRole('button', { name: 'Examinar de novo' }).click()
  await pagina.getByRole('alert').getByText('O disco não respondeu.').waitFor()
  await pagina.unrouteAll()
}

async function semRede(pagina: Page) {
  const naoAberta = pagina.getByText('Esta lista ainda não foi aberta')
  await pagina.goto('/admin/clientes?busca=98765001')
  const aberta = pagina.getByRole('cell', { name: FABIO.nome, exact: true })
  await aberta.waitFor()
  await pagina.context().setOffline(true)
  await pagina.getByText(/^Sem conexão desde/).waitFor()
  await pagina.getByRole('tab', { name: /^Pausado/ }).click()
  await naoAberta.waitFor()
  assert.equal(await aberta.count(), 0)
  await pagina.getByRole('tab', { name: /^Todos/ }).click()
  await aberta.waitFor()
  await pagina.getByRole('tab', { name: /^Pausado/ }).click()
  await pagina.context().setOffline(false)
  await pagina.getByText('Nenhum cliente para').waitFor()
}

/** Meta locks the account: the next send finds out, and everybody sees it until a check says that it works again. */
async function parado(mundo: Mundo, pagina: Page, sessao: Sessao) {
  const situacao = (qual: string | number) => noEmulador(mundo, 'PATCH', '/estado', { situacao: qual })
  const faixa = /^O WhatsApp está parado/
  const operadora = await abrirPagina(mundo, sessao)
  await operadora.goto('/operador/dashboard')
  const painel = await abrirPagina(mundo, await sessaoDe(mundo, ADMINISTRADOR))
  await painel.goto('/admin/dashboard')
  await assentar(painel)
  const figuras = painel.getByRole('region', { name: 'Indicadores do mês' })
  const ondeEstavam = await figuras.boundingBox()
  await situacao(131031)
  await pagina.goto('/admin/whatsapp')
  await pagina.getByRole('button', { name: 'Verificar agora' }).click()
  await dito(pagina, 'Parado por um problema da conta')
  await dito(operadora, faixa)
  await painel
    .getByRole('alert')
    .getByText(/^WhatsApp parado desde/)
    .waitFor()
  assert.deepEqual(await figuras.boundingBox(), ondeEstavam)
  await situacao('normal')
  await pagina.getByRole('button', { name: 'Verificar agora' }).click()
  await pagina.getByRole('heading', { name: 'Conectado' }).waitFor()
  await operadora.getByText(faixa).waitFor({ state: 'detached' })
  await painel.getByRole('alert').first().waitFor({ state: 'detached' }) // a ban takes the number's quality down too
  await fechar(mundo, operadora, painel)
}
