import { strict as assert } from 'node:assert'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { ADMINISTRADOR, abrirPagina, ate, entrar, fechar, type Mundo, OPERADORA, passo, sessaoDe } from './mundo.ts'
import { fotografar } from './navegador.ts'

/*
 * The whole job in a real browser against the real application: import, bill, answer, take over, talk, negotiate, pay, complete,
 * and find it all on the administrator's screens.
 */
const AMOSTRAS = join(import.meta.dirname, '..', 'test', 'samples', 'nfe')
const PADARIA = 'PADARIA EXEMPLO DO BAIRRO LTDA'

// biome-ignore lint/complexity/noExcessiveLinesPerFunction: one journey, told from its beginning to its end
export async function jornada(mundo: Mundo) {
  const [admin, operadora, telefone] = await Promise.all([
    abrirPagina(mundo),
    abrirPagina(mundo),
    abrirPagina(mundo, await sessaoDe(mundo, ADMINISTRADOR)),
  ])

  await passo('o administrador entra, dá nome à empresa e cria uma operadora', async () => {
    await entrar(admin, ADMINISTRADOR, '/admin/dashboard')
    await darNome(admin)
    await admin.getByRole('region', { name: 'Primeiros passos' }).getByRole('link', { name: 'Criar' }).click()
    await admin.getByRole('button', { name: 'Novo operador' }).first().click()
    const dialogo = admin.getByRole('dialog')
    await dialogo.getByLabel('Nome').fill(OPERADORA.nome)
    await dialogo.getByLabel('E-mail').fill(OPERADORA.email)
    await dialogo.getByLabel('Senha', { exact: true }).fill(OPERADORA.senha)
    await dialogo.getByLabel('Repita a senha').fill(OPERADORA.senha)
    await dialogo.getByRole('button', { name: 'Criar operador' }).click()
    await admin.getByRole('cell', { name: OPERADORA.email }).waitFor()
  })

  await passo('a operadora entra e importa clientes e notas', async () => {
    await entrar(operadora, OPERADORA, '/operador/dashboard')
    await importarCsv(operadora)
    await importarXml(operadora)
  })

  await passo('o motor cobra, e o cliente lê e responde no emulador', async () => {
    await executarCobranca(admin)
    await operadora.goto('/operador/dashboard')
    await telefone.goto('/emulador')
    await telefone.getByText(PADARIA, { exact: false }).first().click()
    await telefone
      .getByText(/Serra|Empresa|pagamento que venceu/i)
      .first()
      .waitFor()
    await telefone
      .getByRole('textbox', { name: /mensagem|responder|escrev/i })
      .fill('Bom dia, consigo dividir em duas?')
    await telefone.keyboard.press('Enter')
  })

  await passo('o aviso e a fila mudam sem recarregar, e ela assume', async () => {
    // Two customers of the samples share the phone, so a reply takes both out of the engine.
    await operadora.getByText('2 clientes esperam atendimento').waitFor()
    await operadora.getByRole('link', { name: /^Aguardando Atendimento/ }).click()
    await operadora.waitForURL('**/operador/aguardando-atendimento*')
    await operadora.getByRole('region', { name: 'Lista de clientes' }).getByText(PADARIA).first().click()
    await operadora.getByRole('log').getByText('Bom dia, consigo dividir em duas?').waitFor()
    await operadora.getByRole('button', { name: 'Assumir atendimento' }).click()
    await operadora.getByRole('button', { name: /^Devolver/ }).waitFor()
  })

  await passo('ela conversa', async () => {
    const campo = operadora.getByRole('textbox', { name: /^Mensagem para/ })
    await campo.fill('Bom dia! Consigo sim, em duas vezes.')
    await campo.press('Enter')
    await operadora.getByRole('log').getByText('Bom dia! Consigo sim, em duas vezes.').waitFor()
    await telefone.getByText('Bom dia! Consigo sim, em duas vezes.').first().waitFor()
  })

  await passo('ela negocia', async () => {
    const caixas = operadora.getByRole('checkbox', { name: /^Selecionar NF/ })
    await caixas.first().waitFor()
    for (const caixa of await caixas.all()) await caixa.check()
    await operadora.getByRole('region', { name: 'Contas do cliente' }).getByRole('button', { name: 'Negociar' }).click()
    await operadora.getByRole('button', { name: /Fechar acordo/ }).click()
    await operadora.getByRole('region', { name: 'Conversa' }).getByText('Negociado', { exact: true }).first().waitFor()
    // The panel closes through history.back, which would abort the next navigation.
    await operadora.waitForURL((url) => url.searchParams.get('painel') !== 'negociar')
  })

  let recebido = ''
  await passo('o cliente paga tudo e conclui', async () => {
    recebido = await pagarTudo(operadora)
    await operadora.goto('/operador/concluidos')
    await operadora.getByText(PADARIA).first().waitFor()
  })

  await passo('ela leva as cobranças do mês em planilha', () => levarCobrancas(operadora))

  await passo('o administrador vê o recebido e os registros', async () => {
    await admin.goto('/admin/dashboard')
    await admin.getByText(recebido).first().waitFor()
    assert.equal(await admin.getByRole('region', { name: 'Primeiros passos' }).count(), 0, 'all of them are done')
    await fotografar(admin, 'painel-do-administrador')
    await admin.goto('/admin/logs')
    await admin
      .getByText(/assumi/i)
      .first()
      .waitFor()
  })
  await fechar(mundo, admin, operadora, telefone)
}

/** A new company's first step: it is ticked, and the bar over every screen shows the name at once. */
async function darNome(pagina: Page) {
  const passos = pagina.getByRole('region', { name: 'Primeiros passos' })
  await passos.getByText('1 de 7 prontos').waitFor()
  await passos.getByRole('link', { name: 'Dar o nome' }).click()
  await pagina.getByLabel('Nome da empresa').fill('Empresa Modelo')
  await pagina.getByRole('button', { name: 'Salvar' }).click()
  await pagina.getByRole('banner').getByText('Empresa Modelo').waitFor()
  await pagina.goto('/admin/dashboard')
  await passos.getByText('2 de 7 prontos').waitFor()
}

async function importarCsv(pagina: Page) {
  await pagina.goto('/operador/importar-clientes')
  const csv = [
    'nome;documento;telefone;email;codigo_externo;conta_numero;valor;vencimento',
    'Mercearia Três Irmãos;529.982.247-25;(11) 98765-4321;tres@irmaos.example;C-1;T-1;"1.234,56";05/12/2026',
  ].join('\r\n')
  await pagina
    .locator('input[type=file]')
    .setInputFiles({ name: 'clientes.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) })
  await pagina.getByRole('button', { name: /^Conferir/ }).click()
  await pagina.getByRole('button', { name: 'Importar 1 linha' }).waitFor()
  // The pressed button disappeared with its step, so the focus moves to the next step's name.
  await ate(pagina, 'document.activeElement?.getAttribute("aria-current") === "step"')
  await pagina.getByRole('button', { name: 'Importar 1 linha' }).click()
  await pagina.getByRole('button', { name: 'Importar outro arquivo' }).waitFor()
}

/** All samples in one upload: what is ready, what waits for a decision, and what is refused. */
async function importarXml(pagina: Page) {
  const amostras = readdirSync(AMOSTRAS).filter((nome) => nome.endsWith('.xml'))
  await pagina.goto('/operador/contas-receber')
  await pagina
    .getByRole('button', { name: /Importar XML/ })
    .first()
    .click()
  await pagina.locator('input[type=file]').setInputFiles(amostras.map((nome) => join(AMOSTRAS, nome)))
  await pagina.getByText('Diga o que fazer com 5 notas').waitFor()
  await pagina.getByText('NF-e 1.018: uso denegado pela SEFAZ.').waitFor()
  await pagina.getByText('NF-e 1.015: as parcelas somam').waitFor()
  await pagina.getByRole('button', { name: 'Gravar 7 notas' }).waitFor()
  await pagina.getByLabel('Vencem após').fill('28')
  await pagina.getByRole('checkbox', { name: /sem protocolo de autorização/ }).check()
  await pagina.getByRole('button', { name: 'Gravar 12 notas' }).click()
  await pagina.getByText('12 notas viraram 22 contas').waitFor()
}

async function executarCobranca(pagina: Page) {
  await pagina.goto('/admin/mensagens')
  await pagina.getByText('Aprovado').filter({ visible: true }).first().waitFor()
  await pagina.getByRole('tab', { name: 'Execuções' }).click()
  await pagina.getByRole('button', { name: 'Executar agora' }).click()
  await pagina.getByText('Nada foi enviado.').waitFor()
  await pagina.getByRole('button', { name: /^Enviar \d+ mensage/ }).click()
  await pagina
    .getByRole('dialog')
    .getByRole('button', { name: /^Enviar \d+ mensage/ })
    .click()
  await pagina.getByText('Cobrados nesta rodada').waitFor()
}

/** Records the payments one by one in each row's dialog; returns the total shown on the screen. */
async function pagarTudo(pagina: Page): Promise<string> {
  await pagina.goto(`/operador/contas-receber?busca=${encodeURIComponent(PADARIA)}&status=em_aberto,vencida`)
  const soma = ((await pagina.getByText(/em aberto, sem encargos R/).textContent()) ?? '').replace(
    /^.*em aberto, sem encargos\s*/s,
    '',
  )
  const botoes = pagina.getByRole('button', { name: /^Registrar pagamento de / })
  for (let faltam = await botoes.count(); faltam > 0; faltam -= 1) {
    await botoes.first().click()
    const dialogo = pagina.getByRole('dialog')
    await dialogo.getByText(/^A conta fica paga/).waitFor()
    await dialogo.getByRole('button', { name: 'Registrar pagamento' }).click()
    await dialogo.waitFor({ state: 'detached' })
    await botoes.nth(faltam - 1).waitFor({ state: 'detached' })
  }
  await pagina.getByText(/^Nenhuma conta/).waitFor()
  return soma.trim()
}

/** The accounts behind the month's figure, as a spreadsheet. */
async function levarCobrancas(pagina: Page) {
  await pagina.goto('/operador/dashboard?ver=cobrancas')
  const dialogo = pagina.getByRole('dialog')
  await dialogo.getByRole('button', { name: 'Exportar' }).click()
  const descarga = pagina.waitForEvent('download')
  await pagina.getByRole('menuitem', { name: /^Baixar planilha/ }).click()
  const [cabeca, ...linhas] = readFileSync(await (await descarga).path(), 'utf8')
    .trim()
    .split(/\r?\n/)
  assert.match(cabeca ?? '', /"cliente";"modelo"/)
  assert(
    linhas.some((linha) => linha.includes(`"${PADARIA}"`)),
    linhas.join('\n'),
  )
  await dialogo.getByRole('button', { name: 'Fechar' }).click()
}
