/**
 * The passwords of ten characters and more that people here and elsewhere use most, in lower case and without
 * accents; what patterns already refuse (`senha.ts`: sequences, repetitions, a word with figures) is not repeated.
 */
export const SENHAS_COMUNS: ReadonlySet<string> = new Set(
  `12345678910 1234567899 1234567891 1472583690 7894561230 7410852096 1029384756 1597534862 3216549870 1236987450
  1478963250 0147852369 1212121212 1122334455 112233445566 11223344556677 123321123321 123123123123 1234512345
  1231231234 123454321a 1020304050 102030405060 1010101010 1357924680 2468101214 2580258025 9638527410 147896325a
  q1w2e3r4t5 q1w2e3r4t5y6 1q2w3e4r5t 1q2w3e4r5t6y 1qaz2wsx3edc 1qazxsw23edc zaq12wsxcde3 zaq1zaq1zaq1 qazwsxedcrfv
  123qweasdzxc qweasdzxc123 qwe123qwe123 asd123asd123 qweqweqwe1 1qaz1qaz1qaz qwertyqwerty asdfasdfasdf zxcvbnmzxc
  qazxswedcvfr poiuytrewq lkjhgfdsaz mnbvcxzlkj passwordpassword password!@# pa$$word123 passw0rd!! p@$$w0rd123
  letmeinplease iloveyouforever iloveyousomuch iloveyoubaby iloveyou2000 ilovemyself ilovejesus ilovemylife
  trustnoone whatever123 mynameis123 opensesame mypassword thepassword mypassword1 nopassword defaultpassword
  changemenow temppassword temporaria1 adminadmin adminadmin1 administrator administrador administracao rootrootroot
  superadmin superuser1 supervisor1 operadorope gerente1234 testetestes testtesttest testingtest exemplo123
  minhasenha minhasenha1 minhasenhaa senhasenha suasenhaaqui senhaforte senhasegura senhadificil senhadoadmin
  senhapadrao senhamestra senhaprovisoria senhatemporaria trocarsenha mudarsenha alterarsenha novasenha1 esquecisenha
  naoseiasenha naotemsenha umasenhaforte umasenhaqualquer qualquercoisa primeiroacesso acessoliberado bemvindo123
  bemvindobemvindo seja.bemvindo euteamomuito euteamo123 eutedoroo teamomuito teamoparasempre teamojesus teamodeus
  amordaminhavida meuamorzinho meuamorlindo amoreterno1 amoreterno minhavida1 minhaprincesa minhafamilia familiaunida
  familiafeliz vidalouca1 vidanova123 feliznatal felizanonovo felicidade felicidade1 jesuscristo jesuscristo1
  jesusteama jesusmeama jesuseamor jesusmylife jesusreina jesussalva deusefiel1 deusefiel deuseamor deuseamor1
  deusnocomando deusebom123 deusepai123 gracasadeus confieemdeus soudejesus corinthians corinthians1 timaomeuamor
  palmeiras1 palmeirense flamenguista flamengo10 saopaulofc vascodagama internacional gremista10 santosfc10
  cruzeirense atleticomg botafogorj fluminense fluminense1 vaicorinthians brasilbrasil brasileiro1 brasileira1
  riodejaneiro saopaulo10 belohorizonte portoalegre florianopolis salvadorbahia borboleta1 cachorrinho chocolate1
  melancia10 abacaxi123 batatinha1 batatafrita pipoca1234 homemaranha mulhermaravilha dragonball dragonballz
  pokemon123 harrypotter harrypotter1 starwars123 spiderman1 batman1234 superman10 minecraft1 videogames cobrancas1
  cobrancaautomatica sistemadecobranca contasareceber financeiro financeiro1 contabilidade faturamento departamento
  recursoshumanos minhaempresa empresa123 escritorio computador computador1 internet10 whatsapp10 facebook10
  abcdefghijk abcabcabcabc abcd12345678 abc123abc123 aaaabbbbcc aabbccddee teste@teste seguranca1 liberdade1
  liberdade10 vitoria123 esperanca1 paz&amor123 pazeamor10 princesinha princess10 sunshine10 footballer basketball
  volleyball skateboard motorcycle christopher alexandre10 gabriela123 fernanda10 guilherme10 guilherme1 leonardo10
  leticia1234 anacarolina anabeatriz mariaclara mariaeduarda joaopedro1 pedrohenrique luizfelipe carloseduardo`.split(
    /\s+/,
  ),
)

/** Words that, with nothing but figures and `!@#$*` around them, are what an attacker tries first. */
export const PALAVRAS_COMUNS: ReadonlySet<string> = new Set(
  `senha senhas password passwd passw pass pwd admin administrador administrator adm root user usuario operador operadora
  gerente cliente teste test testes demo exemplo master mestre welcome bemvindo login acesso entrar mudar trocar alterar
  changeme letmein secret segredo secreta iloveyou teamo euteamo amor meuamor amomuito jesus deus cristo familia brasil
  brasileiro flamengo corinthians palmeiras saopaulo santos gremio vasco cruzeiro botafogo internacional atletico
  qwerty asdf asdfgh zxcvbn zxcvbnm qazwsx monkey dragon sunshine princess princesa superman batman football futebol
  baseball shadow michael charlie jordan hunter maria jose joao ana pedro carlos paulo lucas gabriel rafael bruno marcos
  fernanda juliana amanda camila leticia empresa cobranca cobrancas financeiro sistema computador internet whatsapp
  janeiro fevereiro marco abril maio junho julho agosto setembro outubro novembro dezembro verao inverno primavera outono
  segunda abc abcd abcde abcdef aaa xyz seguranca estrela borboleta cachorro chocolate vida felicidade sucesso vitoria
  liberdade saudade pokemon google facebook instagram youtube samsung iphone computer hello access server`.split(/\s+/),
)
