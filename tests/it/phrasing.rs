//! Single phrases by which rules of the language and of writing are told from what only looks alike,
//! beside the longer examples of the manuals.

use studyhall::source::split_fixture;

use crate::demo::find_all;

/// A stem, its choices (the key with a `*`), and what follows.
type Case = (&'static str, &'static [&'static str], &'static str);

fn question((stem, choices, more): &Case) -> String {
    let (front, stem) = stem.split_once("||").unwrap_or(("", stem));
    let front = if front.is_empty() { String::new() } else { format!("---\n{front}\n---\n\n") };
    let choice = |it: &&str| match it.strip_prefix('*') {
        Some(key) => format!("- [x] {key}\n"),
        None => format!("- [ ] {it}\n"),
    };
    let list: String = choices.iter().map(choice).collect();
    format!("{front}{stem}\n\n{list}\n{more}\n")
}

/// Returns the cases in which a rule is raised.
fn raised<'c>(rule: &str, cases: &'c [Case]) -> Vec<&'c Case> {
    let path = |at: usize| format!("content/demo/topic/s{at}.md");
    let bank: String = (cases.iter().enumerate())
        .map(|(at, it)| format!("//- {}\n{}", path(at), question(it)))
        .collect();
    let found = find_all(&split_fixture("content/demo/topic/q.md", &bank));
    let hit = |at: usize| found.iter().any(|it| it.rule == rule && *it.place.path == *path(at));
    cases.iter().enumerate().filter(|(at, _)| hit(*at)).map(|(_, it)| it).collect()
}

fn check(rule: &str, bad: &[Case], good: &[Case]) {
    let found = raised(rule, bad);
    let missed: Vec<&Case> = bad.iter().filter(|it| !found.contains(it)).collect();
    assert!(missed.is_empty(), "{rule} misses {missed:#?}");
    let alarms = raised(rule, good);
    assert!(alarms.is_empty(), "{rule} is raised by {alarms:#?}");
}

const COLOURS: &[&str] = &["*Red", "Green", "Blue"];
const LAYERS: &[&str] = &["*Network", "Session", "Physical"];
const WAVES: &str = "Which colour has the longest waves?";
const ROUTES: &str = "Which layer routes packets?";

#[test]
fn placeholders() {
    check(
        "placeholder-text",
        &[
            (WAVES, &["*Red", "Green", "TODO"], ""),
            (WAVES, &["*Red", "Green", "xxx"], ""),
            (WAVES, &["*Red", "Green", "???"], ""),
            (WAVES, &["*Red", "Green", "Distractor 3"], ""),
            (WAVES, &["*Red", "Green", "Wrong answer"], ""),
            (WAVES, &["*Red", "Green", "Lorem ipsum"], ""),
            (WAVES, &["*KEY", "Green", "SECOND DISTRACTOR"], ""),
            (WAVES, &["*Red", "FIRST DISTRACTOR", "Blue"], ""),
            ("STEM: a situation, then one question.", COLOURS, ""),
            ("Question text goes here", COLOURS, ""),
            ("lang: de||STEM: a situation, then one question.", COLOURS, ""),
            (WAVES, COLOURS, "## Explanation\n\nThe rule behind it, and how to tell."),
            (WAVES, COLOURS, "## Trap\n\nThe mistake that most learners make."),
            (WAVES, COLOURS, "## Hint\n\nA nudge that does not give the answer away."),
            (WAVES, &["*Red\n\n  > Why it is right.", "Green", "Blue"], ""),
            (WAVES, COLOURS, "## Explanation\n\n(explanation to be written)"),
            (WAVES, COLOURS, "## Explanation\n\nRed has the longest (TODO: cite)."),
            (WAVES, COLOURS, "## Explanation\n\nTODO cite the RFC"),
            (WAVES, COLOURS, "## References\n\nTODO"),
        ],
        &[
            ("Which comment marks open work?", &["*TODO", "DONE", "NOTE"], ""),
            ("Which comment marks closed work?", &["TODO", "*DONE", "NOTE"], ""),
            ("Which Spanish word means nothing?", &["Todo", "*Nada", "Algo"], ""),
            ("Which text fills a draft of a page?", &["*Lorem ipsum", "Hamlet", "A poem"], ""),
            ("Which grade is shown while it is open?", &["*TBD", "N/A", "OK"], ""),
            ("Which sign stands before it?", &["???", "*!!!", "=>"], ""),
            ("Which SQL word names a column as primary?", &["*KEY", "INDEX", "TABLE"], ""),
            ("What does the judge say?", &["*Runtime error", "Wrong answer", "Late answer"], ""),
            ("Todo:\n\n- [link](https://example.org/)\n\nWhich colour is it?", COLOURS, ""),
            ("lang: es||Todo lo dicho es cierto. ¿Qué color es?", COLOURS, ""),
            (WAVES, COLOURS, "## Explanation\n\nTODO comments are found by editors."),
        ],
    );
}

#[test]
fn conspicuous_keys() {
    let key = |it: &'static str| -> Case {
        (ROUTES, Vec::leak(vec!["Session", it, "Physical", "Transport"]), "")
    };
    check(
        "conspicuous-key",
        &[key("*Network (layer three)"), key("*Network, e.g. IP"), key("*The `network` layer")],
        &[
            key("*(0, 1)"),
            key("*(a + b) / 2"),
            key("*(555) 0100"),
            key("*(c)"),
            key("*(n)ever"),
            key("*$n$ layers"),
            ("Which interval is meant?", &["[0, 1]", "*(from 0, to 1)", "{0, 1}"], ""),
            ("Which is punctuated correctly?", &["Well then", "*Well then.", "Well, then"], ""),
        ],
    );
}

#[test]
fn negatives() {
    let ask = |it: &'static str| -> Case { (it, LAYERS, "") };
    check(
        "unemphasised-negative",
        &[
            ask("Select the word that does not fit."),
            ask("Identify the item that is not part of the model."),
            ask("Find the odd one out."),
            ask("Which of the following is the exception?"),
            ask("Which food should a patient on MAO inhibitors avoid?"),
            ask("Which of these should be avoided?"),
            ask("Which reason is the least important?"),
            ask("Which of these ought not to be used?"),
        ],
        &[
            ask("Which of the following explains why the result does not matter?"),
            ask("Which is a reason why a packet is not routed?"),
            ask("What would cause a service not to start?"),
            ask("Who may not have been told of a breach?"),
            ask("Which organ does not the least work but the most?"),
            ask("In which case is the error not the fault of the user but of the system?"),
            ask("How can one avoid a deadlock?"),
            ask("Which practice helps to avoid burns?"),
            ask("Which mistake should a nurse avoid?"),
            ask("Which exception does the parser raise?"),
            ask("Select the tool that lists files that are not tracked."),
        ],
    );
    check(
        "double-negative",
        &[("Which of these is **not** true?", &["*It does not route", "It routes", "It is"], "")],
        &[
            ("Which of these is **NOT** a layer?", &["*No-op", "Network", "Session"], ""),
            ("Which word is **NOT** a pronoun?", &["*not", "nobody", "it"], ""),
            ("Which is **NOT** a reply?", &["*The word \"not\"", "The word", "It"], ""),
        ],
    );
}

#[test]
fn doubled_words() {
    let say = |it: &'static str| -> Case { (ROUTES, LAYERS, it) };
    check(
        "doubled-word",
        &[
            say("It is is so."),
            say("This is the the end."),
            say("It routes\nroutes packets."),
            say("We need to to go."),
            say("It exists in in the other table."),
        ],
        &[
            say("The tool is ping\n\nping sends a packet."),
            say("The tool is ping  \nping sends a packet."),
            say("Use `ping` ping."),
            say("Log in in the morning."),
            say("Move on on Monday."),
            say("What it is is a router."),
            say("Who they are are friends."),
            say("BASIC basic is a joke."),
        ],
    );
}

#[test]
fn choices() {
    check(
        "filler-choice",
        &[(ROUTES, &["*Network", "Session", "I don't know"], "")],
        &[(
            "What should a nurse say?",
            &["\"I don't know, but I will find out\"", "*\"I will ask\"", "\"Ask somebody\""],
            "",
        )],
    );
    check(
        "combined-choices",
        &[(ROUTES, &["*Network", "Session", "Both A and B"], "")],
        &[("Which abbreviation is meant?", &["*A.D.", "B.C.", "Etc."], "")],
    );
    check(
        "unreferable-position",
        &[(ROUTES, LAYERS, "The first option routes.")],
        &[(ROUTES, LAYERS, "Your first choice should be to look at the table.")],
    );
    check(
        "relative-time",
        &[(ROUTES, LAYERS, "Nowadays it routes."), ("Which layer was recently added?", LAYERS, "")],
        &[
            ("Which cache keeps recently used pages?", LAYERS, ""),
            ("When is it due?", &["*Nowadays", "Later", "Never"], ""),
            (ROUTES, LAYERS, "The word \"nowadays\" is old."),
        ],
    );
}

#[test]
fn the_number_of_choices_to_select() {
    const STEPS: &[&str] = &["*Patch it", "*Close ports", "*Rotate keys", "Log it", "Wait"];
    const ONE: &[&str] = &["*Two and five", "Four and three", "Six and one"];
    const PAIRS: &[&str] = &["*Two and five", "*Four and three", "Six and two"];
    let ask = |it: &'static str| -> Case { (it, STEPS, "") };
    check(
        "selection-cue-mismatch",
        &[
            ask("Which two steps harden a server?"),
            ask("Which TWO of the following steps harden a server?"),
            ask("Select the two steps that harden a server."),
            ask("What four actions should the team take?"),
            ask("Choose the two correct answers.\n\nWhich steps harden a server?"),
            ask("Which steps harden a server? (2 answers)"),
            ask("Which steps harden a server? Select 2 that apply."),
            ask("lang: de||Welche zwei Schritte härten einen Server?"),
            ask("lang: de||Welche Schritte härten einen Server? (Zwei Antworten wählen)"),
        ],
        &[
            ask("Which three steps harden a server?"),
            ask("What two hosts need is a set of steps. Which ones harden them?"),
            ask("What 5 servers run is hardened by which steps?"),
            ask("Which two days after surgery are these steps due?"),
            ask("Select the two servers, then the steps."),
            ask("Which steps harden two servers?"),
            ask("Which two-factor steps harden a server?"),
            ask("Two teams run two servers. Which steps harden them?"),
            ask("Which steps harden a server? (Select at least two)"),
            ask("Choose the two disks in the menu.\n\nWhich steps come next?"),
            ask("Which steps harden the two servers? (Select all that apply)"),
            ("Which two numbers sum to seven?", ONE, ""),
            ("Which two numbers sum to seven?", PAIRS, ""),
        ],
    );
    check(
        "selection-cue-missing",
        &[ask("Which steps harden a server?")],
        &[
            ask("Which two steps harden a server?"),
            ask("Which steps harden a server? (Select at least two)"),
            ask("Which steps harden a server? (Choose two to three.)"),
            ask("Which TWO of the following steps harden a server?"),
        ],
    );
}
