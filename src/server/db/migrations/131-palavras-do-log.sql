-- How common words are in the log: the planner does not ask a partial index, and took any three letters to be in each twenty-fifth line.
create statistics log_palavras on (normalizar(descricao)) from log;
analyze log;
