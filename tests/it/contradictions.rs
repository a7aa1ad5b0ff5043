//! What counts as a verdict on a choice, and what does not: sentences of explanations, beside the
//! longer examples of the manual.

use studyhall::source::split_fixture;

use crate::demo::find_all;

/// Returns for each question whether a text of it contradicts its key.
fn contradict(questions: impl IntoIterator<Item = String>) -> Vec<bool> {
    let mut bank = String::new();
    let mut paths = Vec::new();
    for (at, question) in questions.into_iter().enumerate() {
        let path = format!("content/demo/topic/s{at}.md");
        bank += &format!("//- {path}\n{question}\n");
        paths.push(path);
    }
    let found = find_all(&split_fixture("content/demo/topic/q.md", &bank));
    let hit = |path: &String| {
        let rule = "explanation-contradicts-key";
        found.iter().any(|it| it.rule == rule && &*it.place.path == path.as_str())
    };
    paths.iter().map(hit).collect()
}

/// A question with four choices that keep their places, its key B.
fn explained(explanation: &str) -> String {
    format!(
        "---\nshuffle: false\n---\n\nWhich command reads the names in a folder?\n\n- [ ] `cat`\n- [x] `ls`\n- [ ] `cd`\n- [ ] `wait`\n\n## Explanation\n\n{explanation}\n"
    )
}

/// A question with a rationale under its key or under another choice.
fn reasoned((key, rationale): &(bool, &str)) -> String {
    let (a, b) = if *key { (" ", "x") } else { ("x", " ") };
    format!(
        "Which command reads the names in a folder?\n\n- [{a}] `cat`\n- [{b}] `ls`\n\n  > {rationale}\n\n- [ ] `cd`\n"
    )
}

/// A statement with its truth and an explanation.
fn stated((truth, explanation): &(bool, &str)) -> String {
    format!(
        "---\ntype: true-false\nanswer: {truth}\n---\n\nTrue or false: it works.\n\n## Explanation\n\n{explanation}\n"
    )
}

/// A question in another language, its key B.
fn elsewhere((lang, explanation): &(&str, &str)) -> String {
    let section = format!("## X {{#explanation}}\n\n{explanation}");
    let text = explained("")
        .replace("## Explanation", &section)
        .replace("---\nshuffle", "---\nlang: LANG\nshuffle");
    text.replace("LANG", lang).replace("Which command reads the names in a folder?", "Linux:")
}

/// A question that asks for the exception, its key B.
fn excepted(explanation: &str) -> String {
    explained(explanation).replace("Which command reads", "Which command does **not** read")
}

/// Each of these is wrong where B is the key.
const CONTRADICTIONS: &[&str] = &[
    "Option A is correct.",
    "Options A and C are correct because they print.",
    "A is right, since it prints.",
    "B is incorrect because it prints nothing.",
    "B is wrong.",
    "B is not correct, as it moves.",
    "Option B isn't right.",
    "Choice B is not the answer.",
    "Option B is clearly wrong.",
    "Option B is also incorrect.",
    "B is therefore wrong.",
    "Option B is incorrect; it moves.",
    "Option B is INCORRECT: it moves.",
    "Option B is incorrect, it moves.",
    "A is the correct answer.",
    "C is the right choice.",
    "A is the best option.",
    "The answer is C.",
    "The answer is clearly A.",
    "The answer must be A.",
    "The answer is (D).",
    "The answer is option C.",
    "Answer A is correct.",
    "The correct answer is therefore D.",
    "The right choice here is A.",
    "The best answer is D, since it is quick.",
    "The correct option is C: it reads.",
    "The only correct answer is A.",
    "The correct options are A and D.",
    "The correct answer, option C, reads names.",
    "Correct answer: C",
    "Correct answers: A, D.",
    "Right answer: A.",
    "Answer: C. It reads.",
    "Answer – D",
    "Ans: (c). It reads.",
    "Key: A.",
    "Solution: A",
    "Correct: C",
    "Wrong: B, C, D.",
    "Incorrect options: A, B and C",
    "Ruled out: A, B.",
    "B: incorrect, as it moves.",
    "**A** – correct.",
    "C (correct), the others (wrong).",
    "- A: wrong, it prints.\n- B: wrong, it moves.\n- C: correct.",
    "| Option | Verdict |\n|---|---|\n| A | Correct, as it reads |\n| B | Wrong |",
    "A. Incorrect, it prints.\n\nB. Incorrect, it moves.\n\nC. Correct, it reads.",
    "D) is correct because it reads names.",
    "(A) is the right one.",
    "So C.",
    "So the answer is C.",
    "Hence D.",
    "Thus, option A.",
    "Therefore C is correct.",
    "It reads names, so C is the answer.",
    "It reads, so C.",
    "That leaves D.",
    "This leaves only A.",
    "We are left with C.",
    "Ruling out A and B leaves C.",
    "So C, not B.",
    "C is right, not A.",
    "Not B, since it moves.",
    "A and B can be ruled out.",
    "B can be eliminated at once.",
    "We can rule out B and C.",
    "Rule out A, B and D.",
    "Cross out B.",
    "Names are read from the folder, making option C correct.",
    "It prints, which makes B incorrect.",
    "The folder is closed, making options A and D correct and option B incorrect.",
    "Neither B nor C is right.",
    "Everything except C is incorrect.",
    "All but A are wrong.",
    "All options except D are incorrect.",
    "Only C is correct.",
    "Only D is right, as it reads.",
    "Only C reads names.",
    "The rest are wrong: A prints, B moves, and D waits.",
    "Choose C.",
    "Pick A because it reads.",
    "Ignore the noise and pick D.",
    "Option C must be selected.",
    "C should be chosen here.",
    "C, because it reads names.",
    "C",
    "**C**\n\nIt reads names.",
    "Option C is the only one that meets both requirements.",
    "C is the only option that satisfies all of the requirements.",
    "Names are wanted, so option C is the correct action.",
    "Answer choice (A) is correct because it reads.",
    "Answer choice B is incorrect because it moves.",
    "Choice A is the credited response.",
    "The keyed answer is A.",
    "As you can see, A is the right answer.",
    "Why C is correct: it reads.",
    "### Why option C is correct\n\nIt reads names.",
    "Why B is wrong: it moves.",
    "Option C is the quickest one and is therefore correct.",
    "B is slow and therefore wrong.",
    "Correct answer: (c) `cd`",
    "You should choose option D.",
    "So you must pick D.",
    "The correct answer is not B.",
    "The answer isn't B.",
    "Any answer but C is wrong.",
    "A is true. B, C and D are false.",
    "The folder is read at once: C.",
    "In this case, option C is correct.",
    "For this reason, the answer is D.",
    "This is why the answer is D.",
    "It follows that C is correct.",
    "This means B is incorrect.",
    "Consequently, A is the right answer.",
    "As it reads names, D is the answer.",
    "Since names are read, C is correct.",
    "It throws an error if the name is missing, so option A is correct.",
    "Many choose B, but A is correct.",
    "A is correct and B is wrong.",
    "D reads, so B is wrong.",
    "A is incorrect, and C is incorrect, while D is correct.",
];

/// None of these says anything against B.
const SILENT: &[&str] = &[
    "C: it reads names.",
    "C. It reads names.",
    "C: names.",
    "C – names; A – contents.",
    "C, which reads names, is a tempting choice.",
    "Option C: reads names.",
    "Option C. It reads names.",
    "Answer C: reads names.",
    "Choice C – names.",
    "C — the names\nB — the folder (correct)",
    "C, because it reads, is a tempting choice.",
    "C because many pick it.",
    "C, as many say.",
    "C, because it reads.\n\nA, because it prints.",
    "Option A, while correct for contents, reads no names.",
    "Any answer but B is wrong.",
    "Any option other than B is incorrect.",
    "A common error is to hold that B is wrong because it prints.",
    "At first glance, option C is the best answer.",
    "At first, C is right.",
    "According to the 2008 manual, C is correct; the current one names B.",
    "C is right or wrong depending on the folder.",
    "B is wrong, you may think. It is not.",
    "C is correct, many say.",
    "Option C is the only one that reads contents.",
    "Option C is the only one that meets both requirements if the folder is small.",
    "Option C is a correct action, but not for names.",
    "Why many think that C is correct: it reads.",
    "Why C is correct for contents: it reads.",
    "Why is C correct? It is not.",
    "Option C is quick and is therefore correct for contents.",
    "Option C, which many think is quick and therefore correct, moves.",
    "You should not choose option D.",
    "You should choose option D only if contents matter.",
    "The correct answer is not C.",
    "The answer is A = 3.",
    "Correct: C = 2πr.",
    "A is true. B is true. C and D are false.",
    "A is true, but irrelevant.",
    "A is true. C and D are false.",
    "Option B is correct.",
    "B is the answer, and A, C and D are wrong.",
    "A and C are wrong.",
    "A, C and D can be ruled out.",
    "All but B are wrong.",
    "Everything except B is incorrect.",
    "The rest are wrong: A prints, C moves, and D waits.",
    "Neither A nor C is correct.",
    "Neither A nor C reads names.",
    "B is not wrong.",
    "B isn't wrong in itself.",
    "So A and C are wrong.",
    "So A is not the answer.",
    "Hence B and not A.",
    "It is B that is right, not A.",
    "The correct answer is not A.",
    "The answer is neither A nor C.",
    "Not only A but also B reads.",
    "A would be correct if contents were asked for.",
    "Option A would be right for contents.",
    "A is correct only when the file is small.",
    "C is right if the folder is empty.",
    "Were the file small, A would be the answer.",
    "Had the question asked for contents, C would be correct.",
    "If contents were asked for, the answer would be A.",
    "If contents are asked for, A is correct.",
    "When contents are asked for, the answer is A.",
    "Suppose the file is small; then A is right.",
    "Then A is correct.",
    "In that case, the answer is D.",
    "For contents, A is correct.",
    "In a script, C is the right choice.",
    "With an index, the answer is D.",
    "Without an index, A is right.",
    "On other systems, D is right.",
    "A is correct for contents; for names it is B.",
    "A is correct in Python 2.",
    "A is correct as a statement, yet it does not answer.",
    "A is correct in principle.",
    "A is right that files matter, but names are asked for.",
    "A is right, but it is slow.",
    "A is correct because it prints, but it reads no names.",
    "A is right about files.",
    "Although A is correct, it does not answer.",
    "While A is right, B reads names.",
    "A looks correct.",
    "A seems right.",
    "C sounds like the right answer.",
    "A may be right.",
    "A could be correct.",
    "A was right until 1990.",
    "A will be correct in the next version.",
    "Option A is nearly correct.",
    "A is partly right.",
    "A is almost the answer.",
    "A becomes the right answer once files are asked for.",
    "C is the better choice for files.",
    "A is a good answer.",
    "The common answer is A.",
    "The most popular answer is A.",
    "The obvious answer is A, but it prints.",
    "Your answer is A.",
    "Many choose A because it prints.",
    "Many think that A is correct.",
    "Learners say C is right.",
    "One might think that the answer is C.",
    "Some believe the answer is D.",
    "It is tempting to say that A is correct.",
    "It is not that B is wrong.",
    "Is A correct?",
    "Why is B wrong?",
    "Why not B?",
    "If you picked A, think again.",
    "Those who answer A forget names.",
    "He who answers A is right about files.",
    "Unlike A, which is right for contents, B reads names.",
    "\"A is correct\" is what beginners say.",
    "He wrote: \"The answer is A.\"",
    "A is correct usage.",
    "A right join keeps rows.",
    "A wrong name gives an error.",
    "A correct answer names the folder.",
    "The answer is a list of names.",
    "The correct order is A, C, B.",
    "The correct order is: A, C, B.",
    "Choosing A is right only if contents matter.",
    "To pick A is a mistake.",
    "Do not choose A.",
    "Never pick C.",
    "Readers skim the stem and pick C.",
    "They miss a word and choose A.",
    "A is what many choose.",
    "A is the answer to a different question.",
    "A is a correct way to print.",
    "A is no better than C.",
    "The answer is A or B, one might think.",
    "Either A or C is right for files.",
    "What makes A wrong is its output.",
    "That would make A the answer.",
    "A flag would make A correct.",
    "A flag does not make A correct.",
    "A and C are correct commands, but not for names.",
    "Option B is correct, if the folder is readable.",
    "C is correct in its own way.",
    "The reason that A is wrong is its output.",
    "Compare A and C.",
    "These print: A, C.",
    "One prints contents: A. One reads names: B.",
    "A: prints contents.\n\nB: reads names.\n\nC: moves.",
    "A prints, and only B reads names.",
    "Only A prints, while B reads names.",
    "Grade A is right, and vitamin C is correct.",
    "Plan A is correct.",
    "Router C is right as the cheaper hop.",
    "`A is correct` is printed.",
    "| A | B | C |\n|---|---|---|\n| wrong | correct | wrong |",
    "The statement is false.",
    "The B-tree is wrong here.",
    "A is right. But it prints.",
    "Take A, for example.",
    "Eliminating B is a mistake.",
    "It takes a flag to make A right.",
    "Only A is a printer.",
    "One stands out as slow, and only one: C.",
    "Options A and C print. The folder is read by the other.",
    "A: right at once is what a joke would say.",
    "Type B is wrong.",
];

/// Rationales that contradict the mark of their choice (true: it is the key).
const WRONG_RATIONALES: &[(bool, &str)] = &[
    (false, "Correct!"),
    (false, "Correct. It reads names."),
    (false, "Correct: it reads names."),
    (false, "Right, since it reads names."),
    (false, "Correct answer. It reads."),
    (false, "This is the right answer."),
    (false, "This is correct because it reads."),
    (false, "This option is correct, as it reads."),
    (false, "The right choice: it reads names."),
    (false, "**Correct** – it reads names."),
    (true, "Incorrect."),
    (true, "Wrong: it prints."),
    (true, "Incorrect answer. It prints."),
    (true, "Not correct, as it prints."),
    (true, "This is wrong because it prints."),
    (true, "It prints. This option is incorrect."),
    (true, "This is not the answer."),
];

/// Rationales that fit their choice, or say nothing of the key.
const SOUND_RATIONALES: &[(bool, &str)] = &[
    (true, "Correct!"),
    (true, "This is the right answer."),
    (true, "Wrong intuition says that it prints."),
    (true, "Some think that it prints. This is wrong."),
    (false, "Incorrect."),
    (false, "This is wrong, since it prints."),
    (false, "Correct for contents, not for names."),
    (false, "Right for a script."),
    (false, "Correct in principle, but slow."),
    (false, "Correct, but it prints."),
    (false, "True, it is quick, but it prints."),
    (false, "True: it depends on the folder."),
    (false, "Right idea, wrong tool."),
    (false, "Right. But it prints."),
    (false, "This is right for contents."),
    (false, "This would be the right answer for contents."),
    (false, "This is the right answer to another question."),
    (false, "Correct usage needs a name."),
    (false, "This is what many take for correct."),
];

/// Explanations that contradict the truth of a statement.
const WRONG_STATEMENTS: &[(bool, &str)] = &[
    (true, "The statement is false."),
    (true, "False. It fails."),
    (true, "The statement is incorrect because it fails."),
    (true, "The answer is false."),
    (false, "True: it works."),
    (false, "This statement is true, since it works."),
    (false, "Correct answer: True"),
    (false, "It works, so the statement is correct."),
];

/// Explanations that do not.
const SOUND_STATEMENTS: &[(bool, &str)] = &[
    (true, "The statement is true."),
    (true, "Most people answer false."),
    (true, "The statement would be false if it failed."),
    (true, "The statement is false only when it fails."),
    (true, "Many think the statement is false."),
    (true, "False friends are many."),
    (false, "The statement is not true."),
    (false, "The statement is true of others."),
    (false, "The claim that it fails is true."),
    (false, "True, it looks so, but it fails."),
];

/// Where the exception B is asked for, only "the answer" is the key.
const WRONG_EXCEPTIONS: &[&str] =
    &["The answer is C.", "C is the correct answer.", "So A.", "B is not the answer."];

/// What is true of the others says nothing against B.
const SOUND_EXCEPTIONS: &[&str] = &[
    "A is correct, as it reads.",
    "Options A, C and D are right.",
    "B is incorrect: it reads no names.",
    "B is wrong.",
    "A and C are true.",
    "The answer is B.",
];

/// Other languages, B the key.
const WRONG_ELSEWHERE: &[(&str, &str)] = &[
    ("de", "Antwort A ist richtig, weil sie alles zeigt."),
    ("de", "Die richtige Antwort ist C."),
    ("de", "Richtig ist D."),
    ("de", "B ist falsch, da es wandert."),
    ("de", "Also C."),
    ("de", "A und B scheiden aus."),
    ("de", "Antwort: C"),
    ("de", "Daher ist C richtig."),
    ("de", "Die Lösung lautet A."),
    ("de", "Weder B noch C ist richtig."),
    ("de", "Option B ist nicht richtig."),
    ("es", "La respuesta correcta es la C."),
    ("es", "La opción A es correcta porque imprime."),
    ("es", "La opción B es incorrecta, ya que mueve."),
    ("es", "Por tanto, la opción D."),
    ("es", "Respuesta: C"),
];

/// Other languages: what says nothing against B.
const SOUND_ELSEWHERE: &[(&str, &str)] = &[
    ("de", "B ist richtig."),
    ("de", "A wäre richtig, wenn Inhalte gefragt wären."),
    ("de", "Viele wählen A, weil es druckt."),
    ("de", "A ist nur dann richtig, wenn die Datei klein ist."),
    ("de", "Vitamin A ist richtig."),
    ("de", "A ist richtig für Inhalte."),
    ("de", "Wenn Inhalte gefragt sind, ist A richtig."),
    ("de", "A scheint richtig."),
    ("de", "A, C und D sind falsch."),
    ("de", "Für Inhalte ist A richtig."),
    ("de", "Wer A wählt, denkt an Inhalte."),
    ("es", "La opción B es correcta."),
    ("es", "La opción A sería correcta si se pidiera el contenido."),
    ("es", "La opción A es correcta solo si el archivo es pequeño."),
    ("es", "Muchos eligen la opción A."),
    ("es", "Las opciones A y C son incorrectas."),
    ("es", "Si se pide el contenido, la opción A es correcta."),
];

/// Returns the cases whose text contradicts the key, or those whose does not.
fn those<T: std::fmt::Debug>(
    all: &[T],
    ask: impl Fn(&T) -> String,
    contradicting: bool,
) -> Vec<&T> {
    let found = contradict(all.iter().map(ask));
    all.iter().zip(found).filter(|(_, it)| *it == contradicting).map(|(it, _)| it).collect()
}

#[test]
fn contradictions_are_found() {
    let missed = those(CONTRADICTIONS, |it| explained(it), false);
    assert!(missed.is_empty(), "{missed:#?}");
    let missed = those(WRONG_RATIONALES, reasoned, false);
    assert!(missed.is_empty(), "{missed:#?}");
    let missed = those(WRONG_STATEMENTS, stated, false);
    assert!(missed.is_empty(), "{missed:#?}");
    let missed = those(WRONG_EXCEPTIONS, |it| excepted(it), false);
    assert!(missed.is_empty(), "{missed:#?}");
    let missed = those(WRONG_ELSEWHERE, elsewhere, false);
    assert!(missed.is_empty(), "{missed:#?}");
}

#[test]
fn nothing_else_is_a_contradiction() {
    let found = those(SILENT, |it| explained(it), true);
    assert!(found.is_empty(), "{found:#?}");
    let found = those(SOUND_RATIONALES, reasoned, true);
    assert!(found.is_empty(), "{found:#?}");
    let found = those(SOUND_STATEMENTS, stated, true);
    assert!(found.is_empty(), "{found:#?}");
    let found = those(SOUND_EXCEPTIONS, |it| excepted(it), true);
    assert!(found.is_empty(), "{found:#?}");
    let found = those(SOUND_ELSEWHERE, elsewhere, true);
    assert!(found.is_empty(), "{found:#?}");
}
