// Mutation tests: deliberate faults, one at a time on a copy of the program, each of which must be caught. Not part of npm test.
// node test/mutacoes.mjs [part of a name]
import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { em, PASSEIOS } from './falhas-em.mjs'
import { FALHAS_DA_PESSOA } from './mutacoes-da-pessoa.mjs'
import { FALHAS_DO_CLIENTE } from './mutacoes-do-cliente.mjs'
import { FALHAS_DO_DINHEIRO } from './mutacoes-do-dinheiro.mjs'

const RAIZ = dirname(dirname(fileURLToPath(import.meta.url)))
const COPIADOS = ['src', 'test', 'scripts', 'package.json', 'vitest.config.ts']
const PROPRIEDADE = ['src/server/regua/selecao.test.ts']

const REGRA = 'src/domain/decisao.ts'
const RETENCAO = 'src/server/regua/retencao.queries.ts'
const COMANDO = 'src/server/regua/selecao.ts'
const JULGADAS = 'src/server/regua/contas-julgadas.queries.ts'

/** The text of each edit must occur exactly once: a fault that no longer applies is itself a failure. */
const FALHAS = [
  ...em(COMANDO, PROPRIEDADE, {
    'the opt-out is not asked, in the statement alone': [
      'ouvido as (\n      select com_modelo.*, aceita_mensagens\n',
      'ouvido as (\n      select com_modelo.*, true\n',
    ],
  }),
  ...em('src/server/despacho/esperas.ts', PASSEIOS, {
    'who has just written is billed before it is read': [
      'const ouvidas = await esperarRecebidas(trx, mensagens, agora)',
      'const ouvidas = mensagens',
    ],
  }),
  ...em('src/server/despacho/julgamento-regua.ts', PASSEIOS, {
    'a message is not judged again at the claim': [
      "if (decisao?.motivo !== 'prevista' || !modelo)",
      'if (!decisao?.contas || !modelo)',
    ],
  }),
  ...em('src/server/despacho/desconhecidas.actions.ts', PASSEIOS, {
    'a message whose outcome is unknown is sent again': [
      "set envio = 'fila' where envio = 'reivindicada'",
      "set envio = 'fila' where envio in ('reivindicada', 'enviando')",
    ],
  }),
  ...em('src/server/contas-receber/pagamentos.actions.ts', PASSEIOS, {
    'a payment does not reckon the customer again': [
      'pedido.de_novo ? [] : await reconciliar(trx, [conta.cliente_id], { ...causa, recebeu: true })',
      '[] as { para: string }[]',
    ],
  }),
  ...em('src/domain/conversa.ts', PASSEIOS, {
    'a status may go back': [
      'return STATUS_EM_ORDEM.indexOf(novo) > STATUS_EM_ORDEM.indexOf(atual) ? novo : atual',
      'return novo',
    ],
  }),
  ...em('src/server/clientes/status.actions.ts', PASSEIOS, {
    'a customer is changed without its lock': ['    .forNoKeyUpdate()\n', ''],
  }),
  ...em('src/server/clientes/carteira.actions.ts', PASSEIOS, {
    'a customer taken from whoever serves it waits for nobody': [
      "operadorId === null ? aoAcontecer(cliente.status, 'perder_operador', SEM_ACORDO) : cliente.status",
      'cliente.status',
    ],
  }),
  ...em('src/server/ficha/lgpd.actions.ts', PASSEIOS, {
    'anonymising leaves what was written': ['  await apagarColunas(trx, id)\n', ''],
  }),
  ...em(RETENCAO, PASSEIOS, {
    'a promised account is not held': ['where pc.pendente ${', 'where pc.pendente and false ${'],
    'a disputed account is not held': ['where cc.aberta`', 'where cc.aberta and false`'],
  }),
  ...em(JULGADAS, PROPRIEDADE, {
    'a held account is due, in the statement alone': [
      'com_passo and retencao is null as devida',
      'com_passo as devida',
    ],
  }),
  ...em('src/domain/retencao.ts', PROPRIEDADE, {
    'a held account is due, in the rule alone': ['retencao !== null && (', 'retencao !== null && false && ('],
  }),
  ...em('src/server/negociacoes/encerramento.actions.ts', PASSEIOS, {
    'an agreement that breaks keeps the payments of its instalments': [
      '  await alocar(trx, alocacoes, causa.agora)\n',
      '',
    ],
  }),
  {
    nome: 'the opt-out is not asked at all',
    edicoes: [
      [
        COMANDO,
        'ouvido as (\n      select com_modelo.*, aceita_mensagens\n',
        'ouvido as (\n      select com_modelo.*, true\n',
      ],
      [REGRA, 'const aceita = cliente.aceitaMensagens && (', 'const aceita = ('],
    ],
  },
  {
    nome: 'the hours are not looked at',
    edicoes: [
      [COMANDO, "else coalesce(impedido, 'prevista')", "else 'prevista'"],
      [REGRA, "return impedimentoDe(cliente, momento)?.motivo ?? 'prevista'", "return 'prevista'"],
    ],
    testes: ['src/server/contato-legal/contato-legal.test.ts'],
  },
  {
    nome: 'the interval between messages is not kept',
    edicoes: [
      [COMANDO, '::date - cobranca_dia < ', '::date - cobranca_dia < 0 and 0 < '],
      [
        REGRA,
        'if (diasEntre(cliente.ultimaCobrancaDia, dia) >= regua.intervaloMinimoDias) return false',
        'return false',
      ],
    ],
  },
  {
    nome: 'two messages of the engine a day, by rule and by key',
    edicoes: [
      [COMANDO, "when cobrado_hoje then 'ja_contatado_hoje'", "when false then 'ja_contatado_hoje'"],
      [COMANDO, 'when modelo_dia = ', 'when false and modelo_dia = '],
      [COMANDO, '::date - cobranca_dia < ', '::date - cobranca_dia < 0 and 0 < '],
      [COMANDO, "when vez > 1 then 'ja_contatado_hoje'", "when false then 'ja_contatado_hoje'"],
      [
        'src/server/cobranca/execucao.actions.ts',
        '      on conflict (dia, contato_id) where finalidade',
        '      -- on conflict (dia, contato_id) where finalidade',
      ],
      [
        'src/server/db/migrations/094-indices-da-pergunta.sql',
        'create unique index concurrently mensagem_uma_por_dia_nova',
        'create index concurrently mensagem_uma_por_dia_nova',
      ],
    ],
  },
  {
    nome: 'a held account is due, in both',
    edicoes: [
      [JULGADAS, 'com_passo and retencao is null as devida', 'com_passo as devida'],
      ['src/domain/retencao.ts', 'retencao !== null && (', 'retencao !== null && false && ('],
    ],
  },
]

/** All faults; `mutacoes.test.ts` checks that each still applies. */
export const TODAS = [...FALHAS, ...FALHAS_DO_CLIENTE, ...FALHAS_DO_DINHEIRO, ...FALHAS_DA_PESSOA]

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const escolhidas = TODAS.filter(({ nome }) => nome.includes(process.argv[2] ?? ''))
  const passaram = []
  for (const falha of escolhidas) {
    const porque = apanhada(falha)
    if (porque === null) passaram.push(falha.nome)
    console.log(
      `${porque === null ? 'NOT CAUGHT' : 'caught'}: ${falha.nome}${porque === null ? '' : `\n    by ${porque}`}`,
    )
  }
  console.log(`${escolhidas.length - passaram.length} of ${escolhidas.length} caught`)
  process.exit(passaram.length)
}

/** The output of the tests that noticed the fault; null when none did. */
function apanhada({ edicoes, testes = PASSEIOS }) {
  const copia = mkdtempSync(join(tmpdir(), 'cobranca-mutacao-'))
  try {
    for (const um of COPIADOS) cpSync(join(RAIZ, um), join(copia, um), { recursive: true })
    symlinkSync(join(RAIZ, 'node_modules'), join(copia, 'node_modules'))
    for (const [arquivo, de, para] of edicoes) {
      const texto = readFileSync(join(copia, arquivo), 'utf8')
      if (texto.split(de).length !== 2) throw new Error(`${arquivo}: not found once: ${de}`)
      writeFileSync(
        join(copia, arquivo),
        texto.replace(de, () => para),
      )
    }
    const vitest = join(copia, 'node_modules', 'vitest', 'vitest.mjs')
    const { status, stdout, stderr } = spawnSync(process.execPath, [vitest, 'run', ...testes], {
      cwd: copia,
      encoding: 'utf8',
      env: {
        ...process.env,
        NODE_ENV: 'test',
        NO_COLOR: '1',
        CAMINHADAS: process.env.CAMINHADAS ?? '16',
        PRAZO_MS: '3600000',
      },
    })
    const saida = stdout + stderr
    return status === 0 || saida.includes('Test timed out') ? null : motivo(saida)
  } finally {
    rmSync(copia, { recursive: true, force: true })
  }
}

function motivo(saida) {
  const dito = saida.match(/Caused by: (.*)/) ?? saida.match(/Error: (.*)/)
  return dito?.[1]?.slice(0, 400) ?? saida.slice(-400)
}
