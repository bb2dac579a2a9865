// Deliberate faults on the customer's side: promises, disputes, offers, the law, the page; run by `mutacoes.mjs`.
// biome-ignore-all lint/suspicious/noTemplateCurlyInString: parts of programs, as they are written
import { em } from './falhas-em.mjs'

export const FALHAS_DO_CLIENTE = [
  ...em('src/server/saldo/acordos.queries.ts', ['src/server/ofertas/aceite.test.ts'], {
    'a proposal stays, whatever its accounts owe by now': [
      "    and (c.situacao <> 'aberta' or",
      "    and false and (c.situacao <> 'aberta' or",
    ],
  }),
  ...em('src/domain/politica.ts', ['src/domain/oferta.test.ts'], {
    'an offer forgives the face of an account twice': [
      '  return dosEncargos + fracao(conta.abertoCentavos, ',
      '  return dosEncargos + fracao(2 * conta.abertoCentavos, ',
    ],
  }),
  ...em('src/domain/politica.ts', ['src/domain/oferta.test.ts', 'src/server/ofertas/ofertas.test.ts'], {
    'who broke an agreement enters with as little as anybody': ['const entrada = quebrou ?', 'const entrada = false ?'],
  }),
  ...em('src/server/negociacoes/negociacoes.actions.ts', ['src/server/negociacoes/aprovacao.test.ts'], {
    'what goes beyond the policy waits for nobody': ['if (alem.length > 0) return', 'if (alem.length > 99) return'],
  }),
  ...em('src/domain/conciliacao.ts', ['src/server/ofertas/aceite.test.ts'], {
    'the first payment of a proposal begins nothing late': [
      'proposta?.intacta && movimento.dia <= proposta.ate',
      'proposta?.intacta',
    ],
  }),
  ...em('src/domain/promessa.ts', ['src/domain/promessa.test.ts'], {
    'a promise is kept by any payment': ['pagoCentavos >= valorCentavos || contas', 'pagoCentavos > 0 || contas'],
  }),
  ...em('src/server/promessas/promessas.actions.ts', ['src/server/promessas'], {
    'a promise is judged on its last day': ["    .where('limite', '<', hoje)", "    .where('limite', '<=', hoje)"],
    'a promise does not wait for money on its way': ['promessas.filter(({ id }) => !aCaminho.has(id))', 'promessas'],
  }),
  ...em('src/server/promessas/promessas.actions.ts', ['src/server/promessas', 'src/server/contestacoes'], {
    'a disputed account may be promised': [
      '  await recusarContestadas(\n    trx,\n    contas.map(({ id }) => id),\n  )\n',
      '',
    ],
  }),
  ...em('src/server/pagina/atos.actions.ts', ['src/server/pagina/pagina.test.ts'], {
    'who kept no promise may promise again on the page': [
      '(await promessasQueNaoQuitaram(trx, clienteId)) >= 2',
      '(await promessasQueNaoQuitaram(trx, clienteId)) >= 9',
    ],
    'what was answered may be disputed again on the page': [
      '  await recusarJaRespondidas(trx, clienteId, pedido.contas)\n',
      '',
    ],
  }),
  ...em('src/server/contestacoes/contestacoes.actions.ts', ['src/server/contestacoes'], {
    'a dispute leaves the promise about its account': ['  await encerrarAsPrometidas(trx, ids, causa)\n', ''],
    'of a dispute answered improcedente the customer hears nothing': [
      "if (status === 'improcedente') await avisarCliente",
      "if (status === 'aberta') await avisarCliente",
    ],
    'an account that is not of the dispute is mended by it': [
      'contas.some((conta) => !dela.has(conta.id))',
      'contas.some(() => false)',
    ],
  }),
  ...em('src/server/ofertas/ofertas.queries.ts', ['src/server/ofertas/ofertas.test.ts'], {
    'what is disputed is offered': [
      '      and not exists (select from contestacao_conta cc where cc.conta_id = conta.id and cc.aberta)\n',
      '',
    ],
  }),
  ...em('src/domain/oferta.ts', ['src/domain/oferta.test.ts'], {
    'an offer goes below the smallest instalment': [
      'Math.floor(restoCentavos / Math.max(1, parcelaMinimaCentavos))',
      'Math.floor(restoCentavos / Math.max(1, parcelaMinimaCentavos / 2))',
    ],
  }),
  ...em('src/domain/contato-legal.ts', ['src/domain/contato-legal.test.ts'], {
    "the law's hours are read by the company's clock": [
      'const local = localEm(instanteDe(dia, hora), fusoDe(lugar))\n  if',
      'const local = { dia, hora }\n  if',
    ],
    "a state's hours are not asked": [
      'if (linha && !dentro(horasDaLei(local.dia, linha), local.hora)) return',
      'if (linha && false) return',
    ],
    "a holiday of a town is everybody's": [
      'feriados.get(chaveDoFeriado(dia, uf, municipio))',
      'lei.feriados.find((um) => um.dia === dia)',
    ],
  }),
  ...em('src/server/regua/bloqueado.queries.ts', ['src/server/bloqueios'], {
    'a list counts from its first day': ['canonico\n  where b.vale_de <= ', 'canonico\n  where b.registrado_em <= '],
    'an authorisation is of whatever phone': [
      'where x.cliente_id = c.id and x.contato_id = c.contato_id)`\n',
      'where x.cliente_id = c.id)`\n',
    ],
  }),
  ...em('src/server/pagina/porta.actions.ts', ['src/server/pagina/pagina.test.ts'], {
    'a wrong try counts after it was compared': [
      '    await mudarPorta(trx, link, depois)\n    if (digitosConferem',
      '    if (digitosConferem',
    ],
  }),
  ...em('src/server/pagina/porta.actions.ts', ['src/server/pagina'], {
    'nobody does too much in a day': ['if (atos > ATOS_POR_DIA)', 'if (atos > 9 * ATOS_POR_DIA)'],
  }),
  ...em('src/server/pagina/sessao.ts', ['src/server/pagina/pagina.test.ts'], {
    'a cookie opens any link': ['.update(`${linkId}.${ate}`)', '.update(`${ate}`)'],
  }),
  ...em('src/server/pagina/publico.ts', ['src/server/pagina'], {
    'an act of another site is taken': ['if (!daqui || (site', 'if (false || (site'],
  }),
]
