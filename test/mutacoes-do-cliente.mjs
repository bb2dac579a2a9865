// biome-ignore-all lint/suspicious/noTemplateCurlyInString: parts of programs, as they are written
/** Faults on the customer's side, for `mutacoes.mjs`: promises, disputes, offers, the law, the page; each names the tests that catch it. */
export const FALHAS_DO_CLIENTE = [
  {
    nome: 'a proposal stays, whatever its accounts owe by now',
    edicoes: [
      [
        'src/server/saldo/acordos.queries.ts',
        "    and (c.situacao <> 'aberta' or",
        "    and false and (c.situacao <> 'aberta' or",
      ],
    ],
    testes: ['src/server/ofertas/ofertas.test.ts'],
  },
  {
    nome: 'an offer forgives the face of an account twice',
    edicoes: [
      [
        'src/domain/politica.ts',
        '  return dosEncargos + fracao(conta.abertoCentavos, ',
        '  return dosEncargos + fracao(2 * conta.abertoCentavos, ',
      ],
    ],
    testes: ['src/domain/oferta.test.ts'],
  },
  {
    nome: 'what goes beyond the policy waits for nobody',
    edicoes: [
      ['src/server/negociacoes/negociacoes.actions.ts', 'if (alem.length > 0) return', 'if (alem.length > 99) return'],
    ],
    testes: ['src/server/negociacoes/aprovacao.test.ts'],
  },
  {
    nome: 'the first payment of a proposal begins nothing late',
    edicoes: [['src/domain/conciliacao.ts', 'proposta?.intacta && movimento.dia <= proposta.ate', 'proposta?.intacta']],
    testes: ['src/server/ofertas/ofertas.test.ts'],
  },
  {
    nome: 'a promise is kept by any payment',
    edicoes: [['src/domain/promessa.ts', 'pagoCentavos >= valorCentavos || contas', 'pagoCentavos > 0 || contas']],
    testes: ['src/domain/promessa.test.ts'],
  },
  {
    nome: 'a promise is judged on its last day',
    edicoes: [
      [
        'src/server/promessas/promessas.actions.ts',
        "    .where('limite', '<', hoje)",
        "    .where('limite', '<=', hoje)",
      ],
    ],
    testes: ['src/server/promessas'],
  },
  {
    nome: 'a disputed account may be promised',
    edicoes: [
      [
        'src/server/promessas/promessas.actions.ts',
        '  await recusarContestadas(\n    trx,\n    contas.map(({ id }) => id),\n  )\n',
        '',
      ],
    ],
    testes: ['src/server/promessas', 'src/server/contestacoes'],
  },
  {
    nome: 'a promise does not wait for money on its way',
    edicoes: [['src/server/promessas/promessas.actions.ts', '    if (aCaminho.has(id)) continue\n', '']],
    testes: ['src/server/promessas'],
  },
  {
    nome: 'who kept no promise may promise again on the page',
    edicoes: [
      [
        'src/server/pagina/atos.actions.ts',
        '(await promessasQueNaoQuitaram(trx, clienteId)) >= 2',
        '(await promessasQueNaoQuitaram(trx, clienteId)) >= 9',
      ],
    ],
    testes: ['src/server/pagina/pagina.test.ts'],
  },
  {
    nome: 'what was answered may be disputed again on the page',
    edicoes: [
      ['src/server/pagina/atos.actions.ts', '  await recusarJaRespondidas(trx, clienteId, pedido.contas)\n', ''],
    ],
    testes: ['src/server/pagina/pagina.test.ts'],
  },
  {
    nome: 'a dispute leaves the promise about its account',
    edicoes: [['src/server/contestacoes/contestacoes.actions.ts', '  await encerrarPromessas(trx, ids, causa)\n', '']],
    testes: ['src/server/contestacoes'],
  },
  {
    nome: 'of a dispute answered improcedente the customer hears nothing',
    edicoes: [
      [
        'src/server/contestacoes/contestacoes.actions.ts',
        "if (status === 'improcedente') await avisarCliente",
        "if (status === 'aberta') await avisarCliente",
      ],
    ],
    testes: ['src/server/contestacoes'],
  },
  {
    nome: 'an account that is not of the dispute is mended by it',
    edicoes: [
      [
        'src/server/contestacoes/contestacoes.actions.ts',
        'contas.some((conta) => !dela.has(conta.id))',
        'contas.some(() => false)',
      ],
    ],
    testes: ['src/server/contestacoes'],
  },
  {
    nome: 'what is disputed is offered',
    edicoes: [
      [
        'src/server/ofertas/ofertas.queries.ts',
        '      and not exists (select from contestacao_conta cc where cc.conta_id = conta.id and cc.aberta)\n',
        '',
      ],
    ],
    testes: ['src/server/ofertas/ofertas.test.ts'],
  },
  {
    nome: 'who broke an agreement enters with as little as anybody',
    edicoes: [['src/domain/politica.ts', 'const entrada = quebrou ?', 'const entrada = false ?']],
    testes: ['src/domain/oferta.test.ts', 'src/server/ofertas/ofertas.test.ts'],
  },
  {
    nome: 'an offer goes below the smallest instalment',
    edicoes: [
      [
        'src/domain/oferta.ts',
        'Math.floor(restoCentavos / Math.max(1, parcelaMinimaCentavos))',
        'Math.floor(restoCentavos / Math.max(1, parcelaMinimaCentavos / 2))',
      ],
    ],
    testes: ['src/domain/oferta.test.ts'],
  },
  {
    nome: "the law's hours are read by the company's clock",
    edicoes: [
      [
        'src/domain/contato-legal.ts',
        'const local = localEm(instanteDe(dia, hora), fusoDe(lugar))\n  if',
        'const local = { dia, hora }\n  if',
      ],
    ],
    testes: ['src/domain/contato-legal.test.ts'],
  },
  {
    nome: "a state's hours are not asked",
    edicoes: [
      [
        'src/domain/contato-legal.ts',
        'if (linha && !dentro(horasDaLei(local.dia, linha), local.hora)) return',
        'if (linha && false) return',
      ],
    ],
    testes: ['src/domain/contato-legal.test.ts'],
  },
  {
    nome: "a holiday of a town is everybody's",
    edicoes: [
      [
        'src/domain/contato-legal.ts',
        'feriados.get(chaveDoFeriado(dia, uf, municipio))',
        'lei.feriados.find((um) => um.dia === dia)',
      ],
    ],
    testes: ['src/domain/contato-legal.test.ts'],
  },
  {
    nome: 'a list counts from its first day',
    edicoes: [
      [
        'src/server/regua/bloqueado.queries.ts',
        'canonico\n  where b.vale_de <= ',
        'canonico\n  where b.registrado_em <= ',
      ],
    ],
    testes: ['src/server/bloqueios'],
  },
  {
    nome: 'an authorisation is of whatever phone',
    edicoes: [
      [
        'src/server/regua/bloqueado.queries.ts',
        'where x.cliente_id = c.id and x.contato_id = c.contato_id)`\n',
        'where x.cliente_id = c.id)`\n',
      ],
    ],
    testes: ['src/server/bloqueios'],
  },
  {
    nome: 'a wrong try counts after it was compared',
    edicoes: [
      [
        'src/server/pagina/porta.actions.ts',
        '    await mudarPorta(trx, link, depois)\n    if (digitosConferem',
        '    if (digitosConferem',
      ],
    ],
    testes: ['src/server/pagina/pagina.test.ts'],
  },
  {
    nome: 'a cookie opens any link',
    edicoes: [['src/server/pagina/sessao.ts', '.update(`${linkId}.${ate}`)', '.update(`${ate}`)']],
    testes: ['src/server/pagina/pagina.test.ts'],
  },
  {
    nome: 'an act of another site is taken',
    edicoes: [['src/server/pagina/publico.ts', 'if (!daqui || (site', 'if (false || (site']],
    testes: ['src/server/pagina'],
  },
  {
    nome: 'nobody does too much in a day',
    edicoes: [['src/server/pagina/porta.actions.ts', 'if (atos > ATOS_POR_DIA)', 'if (atos > 9 * ATOS_POR_DIA)']],
    testes: ['src/server/pagina'],
  },
]
