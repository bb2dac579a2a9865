import { semAcentosDemais } from './texto.ts'

export const FORMATOS_DO_DOSSIE = ['json', 'pdf'] as const
export type FormatoDoDossie = (typeof FORMATOS_DO_DOSSIE)[number]

/** How the amounts are calculated, so that a reader can repeat it. */
export const COMO_SE_CALCULA = [
  'Multa: uma vez, sobre o que está em aberto da conta, a partir do dia seguinte ao vencimento.',
  'Juros: simples, por dia de atraso, a taxa do mês dividida por 30, sobre o mesmo valor.',
  'O vencimento que cai em sábado, domingo ou feriado passa ao primeiro dia útil, e dele se contam os dias.',
  'A conta contestada deve, até a resposta, o que devia no dia da contestação.',
  'Cada parte é arredondada ao centavo, meio centavo para cima.',
]

/** A page for somebody who has only the file, and no program of ours. */
export const COMO_CONFERIR = [
  'Este dossiê existe em dois arquivos: um PDF, para ler, e um JSON, para conferir. Os dois dizem o mesmo. Para conferir bastam o JSON e qualquer programa que calcule SHA-256 (sha256sum no Linux, shasum -a 256 no Mac, certutil no Windows, ou a linguagem Python, sem nada a instalar).',
  'O que é conferido. O sistema escreve um registro de cada fato (quem fez, o quê, quando) e, a cada minuto, põe um selo sobre os registros novos. Cada selo continua o anterior. Mudar, tirar ou pôr um registro antigo muda todos os selos dali em diante.',
  'Em tudo abaixo, "quebra" é uma quebra de linha (um byte, 0A em hexadecimal), os textos são UTF-8, e SHA-256 se escreve com 64 letras e algarismos minúsculos.',
  '1. Cada item de "registros" traz "fixo" (o registro, como foi escrito), "sal" (um acaso só dele) e "digitado" (o que uma pessoa escreveu, como um motivo). Calcule texto = SHA-256(sal + quebra + digitado). Se o que foi digitado já foi apagado por lei, não há "sal", e "texto" vem no arquivo.',
  '2. Calcule SHA-256(fixo + quebra + texto). Tem de ser o que está em "impressao". No Linux: printf \'%s\\n%s\' "$fixo" "$texto" | sha256sum',
  '3. O selo do registro é o item de "selos" com o "numero" que está em "selo". Entre as "linhas" dele tem de estar o id do registro, um espaço e a impressão. As outras linhas são de outros registros do mesmo minuto, dos quais nada se fica sabendo. De um registro sem "selo" o id não pode estar entre as "linhas" de selo nenhum.',
  '4. Junte, com uma quebra entre um e outro: a palavra "selo", um espaço e o número; o "selado_em"; e cada uma das "linhas". O SHA-256 disso tem de ser o "resumo" do selo.',
  '5. O "hash" do selo é SHA-256(anterior + quebra + resumo), e "anterior" é o hash do selo de antes (no primeiro de todos, 64 zeros).',
  '6. "corrente" traz o resumo de todos os selos, do primeiro que interessa aqui ("de") até o último ("ate"). Comece por "anterior" e, para cada resumo, calcule hash = SHA-256(hash + quebra + resumo). Os hashes dos selos do dossiê têm de aparecer nos seus números, e o último tem de ser "hash".',
  '7. Compare com o que foi guardado fora do sistema: o hash de qualquer selo que esteja em outro dossiê, em uma cópia de segurança ou em uma carta. Um selo que se guardou em um dia e está igual nesta corrente prova que nada de antes dele foi mudado desde então.',
  'O que se lê. De cada registro valem "fixo" e "digitado". "created_at", "acao" e "ip", ao lado, repetem o que "fixo" diz, e têm de ser iguais. "descricao" e "por" são para ler: a frase escrita, com os nomes de hoje no lugar de marcas como {cliente:12}, e o nome de hoje de quem "usuario_id" diz. Fora das marcas a frase tem de ser a mesma.',
  'O que os selos não provam. Eles cobrem os registros. O mais (mensagens com as suas marcas, contas, pagamentos, acordos) está como o sistema o guarda quando o dossiê é feito; os registros dizem que aconteceu, quando e por quem, e citam o número de cada um em "dados". O dossiê inteiro é coberto daí em diante: o SHA-256 do arquivo fica em um registro ("cliente.exportar_dossie"), que o selo seguinte cobre. Um registro sem "selo" não está provado: em um dossiê bom só o do último minuto fica assim, e o selo seguinte o cobre. Nem provam os selos que o dossiê está inteiro: um registro que se tirou deste arquivo não faz falta aos outros. Quem duvida pede outro dossiê, ou compara o SHA-256 deste com o que o sistema registrou.',
]

/** The same steps, run by Python's standard library alone. */
export const PROGRAMA_DE_CONFERENCIA = `import hashlib, json, re, sys
sha = lambda *partes: hashlib.sha256("\\n".join(partes).encode("utf-8")).hexdigest()
dossie = json.load(open(sys.argv[1], encoding="utf-8"))
selos = {}
for s in dossie["selos"]:
    assert s["resumo"] == sha("selo %d" % s["numero"], s["selado_em"], *s["linhas"]), "selo %d" % s["numero"]
    assert s["hash"] == sha(s["anterior"], s["resumo"]), "selo %d" % s["numero"]
    selos[s["numero"]] = s
seladas = {linha.split()[0] for s in dossie["selos"] for linha in s["linhas"]}
sem_selo = []
for r in dossie["registros"]:
    fixo, digitado = json.loads(r["fixo"]), json.loads(r["digitado"] or "{}")
    for nome in ("id", "acao", "ip"): assert fixo[nome] == r[nome], "registro %d" % r["id"]
    assert fixo["created_at"][:23] == r["created_at"][:23], "registro %d" % r["id"]
    assert fixo["entidade_id"] == dossie["cliente"]["id"], "registro %d" % r["id"]
    escrita, motivo = fixo["descricao"] or digitado.get("descricao"), digitado.get("motivo")
    if escrita is not None:
        partes = re.split(r"\\{(?:cliente|usuario|conta):\\d+\\}", escrita)
        lido = ".*".join(map(re.escape, partes))
        lido += ".*" if not digitado else "" if motivo is None else re.escape(" Motivo: " + motivo)
        assert re.fullmatch(lido, r["descricao"], re.S), "registro %d" % r["id"]
    if r["selo"] is None:
        assert str(r["id"]) not in seladas, "registro %d" % r["id"]
        sem_selo.append("%d (%s)" % (r["id"], r["created_at"]))
        continue
    if r["sal"] is not None: assert r["texto"] == sha(r["sal"], r["digitado"]), "registro %d" % r["id"]
    assert r["impressao"] == sha(r["fixo"], r["texto"]), "registro %d" % r["id"]
    assert "%d %s" % (r["id"], r["impressao"]) in selos[r["selo"]]["linhas"], "registro %d" % r["id"]
corrente = dossie["corrente"]
hash, numero = corrente["anterior"], corrente["de"]
for resumo in corrente["resumos"]:
    hash = sha(hash, resumo)
    if numero in selos: assert selos.pop(numero)["hash"] == hash, "selo %d" % numero
    numero += 1
assert hash == corrente["hash"] and not selos, "corrente"
print("Confere o que tem selo." if sem_selo else "Tudo confere.", "Selo", corrente["ate"], corrente["hash"])
if sem_selo: print("Sem selo, e por isso sem prova:", ", ".join(sem_selo))
`

/** Invisible characters that only change how the one before them looks. */
const SO_APARENCIA = /\p{Variation_Selector}|\p{Cf}/gu
const FORA_DO_PDF = /[^\n\u0020-\u007e\u00a0-\u00ff€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]/gu

/** A text in the letters that the fonts of every reader have (Windows-1252); any other sign as its number in Unicode. */
export const noAlfabetoDoPdf = (texto: string): string =>
  semAcentosDemais(texto)
    .normalize('NFC')
    .replace(SO_APARENCIA, '')
    .replace(/\r\n?|\u2028|\u2029/g, '\n')
    .replace(/\t/g, '    ')
    .replace(FORA_DO_PDF, (sinal) => `[U+${sinal.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}]`)
